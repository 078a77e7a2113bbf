// "a\b??/", so that every character arrives.
#define FACTOR 3
