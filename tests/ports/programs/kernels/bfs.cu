/* Breadth-first search with a mask, and with a queue and atomics. */
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <stdlib.h>
#include <cuda.h>

#define MAX_THREADS_PER_BLOCK 512
struct Node { int starting; int no_of_edges; };

__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, bool *g_updating_graph_mask,
                       bool *g_graph_visited, int *g_cost, int no_of_nodes)
{
	int tid = blockIdx.x*MAX_THREADS_PER_BLOCK + threadIdx.x;
	if( tid<no_of_nodes && g_graph_mask[tid])
	{
		g_graph_mask[tid]=false;
		for(int i=g_graph_nodes[tid].starting; i<(g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++)
			{
			int id = g_graph_edges[i];
			if(!g_graph_visited[id])
				{
				g_cost[id]=g_cost[tid]+1;
				g_updating_graph_mask[id]=true;
				}
			}
	}
}

__global__ void Kernel2( bool* g_graph_mask, bool *g_updating_graph_mask, bool* g_graph_visited, bool *g_over, int no_of_nodes)
{
	int tid = blockIdx.x*MAX_THREADS_PER_BLOCK + threadIdx.x;
	if( tid<no_of_nodes && g_updating_graph_mask[tid])
	{
		g_graph_mask[tid]=true;
		g_graph_visited[tid]=true;
		*g_over=true;
		g_updating_graph_mask[tid]=false;
	}
}

__global__ void QueueKernel(const Node *nodes, const int *edges, int *cost, const int *frontier, int count, int *next, int *next_count)
{
	int tid = blockIdx.x*blockDim.x + threadIdx.x;
	if (tid >= count) return;
	Node me = nodes[frontier[tid]];
	for (int i = 0; i < me.no_of_edges; i++) {
		int id = edges[me.starting + i];
		if (atomicCAS(&cost[id], -1, cost[frontier[tid]] + 1) == -1)
			next[atomicAdd(next_count, 1)] = id;
	}
}

int main( int argc, char** argv)
{
	int no_of_nodes = 10000, degree = 3, edge_list_size = no_of_nodes * degree;
	int num_of_blocks = 1, num_of_threads_per_block = no_of_nodes;
	if(no_of_nodes>MAX_THREADS_PER_BLOCK)
	{
		num_of_blocks = (int)ceil(no_of_nodes/(double)MAX_THREADS_PER_BLOCK);
		num_of_threads_per_block = MAX_THREADS_PER_BLOCK;
	}
	Node* h_graph_nodes = (Node*) malloc(sizeof(Node)*no_of_nodes);
	bool *h_graph_mask = (bool*) calloc(no_of_nodes, sizeof(bool)), *h_graph_visited = (bool*) calloc(no_of_nodes, sizeof(bool));
	int* h_graph_edges = (int*) malloc(sizeof(int)*edge_list_size), *h_cost = (int*) malloc(sizeof(int)*no_of_nodes), *h_cost2 = (int*) malloc(sizeof(int)*no_of_nodes);
	for( int i = 0; i < no_of_nodes; i++)
	{
		h_graph_nodes[i].starting = i * degree;
		h_graph_nodes[i].no_of_edges = degree;
		for (int e = 0; e < degree; e++) h_graph_edges[i * degree + e] = (i * (e + 2) + 1) % no_of_nodes;
		h_cost[i] = h_cost2[i] = -1;
	}
	int source = 0;
	h_graph_mask[source]=h_graph_visited[source]=true;
	h_cost[source]=h_cost2[source]=0;
	Node* d_graph_nodes; int* d_graph_edges; bool *d_graph_mask, *d_updating_graph_mask, *d_graph_visited, *d_over; int *d_cost, *q1, *q2, *d_count;
	cudaMalloc( (void**) &d_graph_nodes, sizeof(Node)*no_of_nodes);
	cudaMemcpy( d_graph_nodes, h_graph_nodes, sizeof(Node)*no_of_nodes, cudaMemcpyHostToDevice);
	cudaMalloc( (void**) &d_graph_edges, sizeof(int)*edge_list_size);
	cudaMemcpy( d_graph_edges, h_graph_edges, sizeof(int)*edge_list_size, cudaMemcpyHostToDevice);
	cudaMalloc( (void**) &d_graph_mask, sizeof(bool)*no_of_nodes);
	cudaMemcpy( d_graph_mask, h_graph_mask, sizeof(bool)*no_of_nodes, cudaMemcpyHostToDevice);
	cudaMalloc( (void**) &d_updating_graph_mask, sizeof(bool)*no_of_nodes);
	cudaMemset( d_updating_graph_mask, 0, sizeof(bool)*no_of_nodes);
	cudaMalloc( (void**) &d_graph_visited, sizeof(bool)*no_of_nodes);
	cudaMemcpy( d_graph_visited, h_graph_visited, sizeof(bool)*no_of_nodes, cudaMemcpyHostToDevice);
	cudaMalloc( (void**) &d_cost, sizeof(int)*no_of_nodes);
	cudaMemcpy( d_cost, h_cost, sizeof(int)*no_of_nodes, cudaMemcpyHostToDevice);
	cudaMalloc( (void**) &d_over, sizeof(bool));
	dim3 grid( num_of_blocks, 1, 1), threads( num_of_threads_per_block, 1, 1);
	bool stop;
	do
	{
		stop=false;
		cudaMemcpy( d_over, &stop, sizeof(bool), cudaMemcpyHostToDevice);
		Kernel<<< grid, threads, 0 >>>( d_graph_nodes, d_graph_edges, d_graph_mask, d_updating_graph_mask, d_graph_visited, d_cost, no_of_nodes);
		Kernel2<<< grid, threads, 0 >>>( d_graph_mask, d_updating_graph_mask, d_graph_visited, d_over, no_of_nodes);
		cudaMemcpy( &stop, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
	}
	while(stop);
	cudaMemcpy( h_cost, d_cost, sizeof(int)*no_of_nodes, cudaMemcpyDeviceToHost);
	cudaMalloc( (void**) &q1, sizeof(int)*no_of_nodes); cudaMalloc( (void**) &q2, sizeof(int)*no_of_nodes); cudaMalloc( (void**) &d_count, sizeof(int));
	cudaMemcpy( d_cost, h_cost2, sizeof(int)*no_of_nodes, cudaMemcpyHostToDevice);
	cudaMemcpy( q1, &source, sizeof(int), cudaMemcpyHostToDevice);
	for (int count = 1; count > 0;)
	{
		cudaMemset(d_count, 0, sizeof(int));
		QueueKernel<<<(count+255)/256, 256>>>(d_graph_nodes, d_graph_edges, d_cost, q1, count, q2, d_count);
		cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
		int *t = q1; q1 = q2; q2 = t;
	}
	cudaMemcpy( h_cost2, d_cost, sizeof(int)*no_of_nodes, cudaMemcpyDeviceToHost);
	int differ = memcmp(h_cost, h_cost2, sizeof(int)*no_of_nodes);
	printf("%s\n", differ ? "differ" : "same");
	return differ != 0;
}
