// The occupancy map and the table of kernels. Only the rows in sight are in the document, so that a
// hundred thousand kernels scroll as ten do. What is shown is in the address (#sort=vgpr&filter=x),
// and every name is set as text, never as markup.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const rows = data.rows; // column name -> one number for each row; null where it is not known
  const rowCount = rows.kernel.length;
  const whole = new Intl.NumberFormat("en-US");

  // ---- Columns ----

  // A column: its key in the address and in filters, its title, its width in pixels, what it shows.
  const word = (key, title, width, list) => ({
    key, title, width, value: (row) => rows[key][row], text: (row) => list[rows[key][row]],
  });
  const number = (key, title, width, more) => ({
    key, title, width, isNumber: true, value: (row) => rows[key][row],
    text: (row) => whole.format(rows[key][row]), ...more,
  });
  // Pixels for the longest of |list|, within limits.
  const wide = (list, least, most) =>
    Math.min(most, list.reduce((width, text) => Math.max(width, 16 + 7.5 * text.length), least));
  const hot = { tone: (row, value) => (value ? "hot" : "zero") };
  const some = { tone: (row, value) => (value ? "" : "zero") };
  const labels = data.kernels.map((kernel) => kernel[0].replace(/^void /, ""));
  const places = []; // of kernels, in the order of their labels
  [...labels.keys()]
    .sort((a, b) => (labels[a] < labels[b] ? -1 : labels[a] > labels[b] ? 1 : a - b))
    .forEach((kernel, place) => (places[kernel] = place));
  const columns = [
    { ...word("kernel", "Kernel", wide(labels, 160, 300), labels),
      value: (row) => places[rows.kernel[row]] },
    word("module", "Module", wide(data.modules, 64, 150), data.modules),
    word("target", "Target", wide(data.targets, 72, 190), data.targets),
    number("occupancy", "Occupancy", 94, {
      isCentred: true, draw: (row) => waves(rows.occupancy[row], rows.target[row]),
    }),
    { ...word("limit", "Limited by", wide(data.limits, 80, 124), data.limits),
      text: (row) => (rows.occupancy[row] === null ? "" : data.limits[rows.limit[row]]) },
    number("vgpr", "VGPR", 62),
    number("agpr", "AGPR", 62, some),
    number("sgpr", "SGPR", 62),
    number("vgpr-spills", "V spills", 74, hot),
    number("sgpr-spills", "S spills", 74, hot),
    number("scratch", "Scratch", 74, hot),
    number("lds", "LDS", 66, some),
    number("code", "Code", 76),
    number("kernarg", "Kernarg", 76),
    number("workgroup", "Max group", 88),
    number("wave", "Wave", 58),
  ].filter((column) => (column.key !== "agpr" || rows.agpr.some((value) => value > 0)) &&
                       (column.key !== "module" || data.modules.length > 1));
  const lowerNames = data.kernels.map((kernel) => kernel.join(" ").toLowerCase());
  const lowerModules = data.modules.map((name) => name.toLowerCase());
  const columnOf = (key) => columns.find((column) => column.key === key);
  const spills = { // not shown, but asked for
    isNumber: true, value: (row) => rows["vgpr-spills"][row] + rows["sgpr-spills"][row],
  };
  // The order that a first click gives: the costliest first.
  const usualDir = (column) => (column.isNumber && column.key !== "occupancy" ? "desc" : "asc");

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  // The step of the colour scale, 0 to 8.
  function levelOf(count, most) {
    return most ? Math.max(count ? 1 : 0, Math.min(8, Math.round((8 * count) / most))) : 0;
  }

  // A chip with a number of waves, coloured by its share of what the target holds.
  function waves(count, target) {
    const most = data.waves[target];
    if (count === null) return "?";
    const chip = element("i", "waves o" + levelOf(count, most), count);
    chip.title = count + " of " + most + " waves on " + data.targets[target];
    return chip;
  }

  // ---- A window of rows ----

  // Fills |host| with a table whose body has as many rows as |size()|, of which draw(i) makes one.
  // The first column takes what the others leave.
  function makeWindow(host, heads, widths, size, draw) {
    const table = element("table"), head = element("thead"), body = element("tbody");
    const line = element("tr"), group = element("colgroup");
    const above = space(), below = space();
    let first = -1, last = -1, isPrinting = false;
    const others = widths.slice(1).reduce((sum, width) => sum + width, 0);
    widths[0] = Math.max(widths[0], Math.min(560, host.clientWidth - others - 18));
    widths.forEach((width) => (group.appendChild(element("col")).style.width = width + "px"));
    heads.forEach((cell) => line.append(cell));
    head.append(line);
    table.append(group, head, body);
    table.style.width = others + widths[0] + "px";
    host.append(table);

    function space() {
      const row = element("tr", "space"), cell = element("td");
      row.setAttribute("aria-hidden", "true");
      cell.colSpan = heads.length;
      row.append(cell);
      return row;
    }
    function rowHeight() {
      return parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 28;
    }
    function paint(isForced) {
      const count = size(), height = rowHeight(), printed = 5000;
      const from = isPrinting ? 0 : Math.max(0, Math.floor(host.scrollTop / height) - 10);
      const seen = isPrinting ? printed : Math.ceil((host.clientHeight || 640) / height) + 20;
      const to = Math.min(count, from + seen);
      if (!isForced && from === first && to === last) return;
      [first, last] = [from, to];
      above.firstChild.style.height = from * height + "px";
      below.firstChild.style.height = isPrinting ? "0" : (count - to) * height + "px";
      const parts = [above];
      for (let i = from; i < to; i++) {
        const row = draw(i);
        row.setAttribute("aria-rowindex", i + 2);
        parts.push(row);
      }
      parts.push(below);
      if (!count) parts.splice(1, 0, nothing());
      body.replaceChildren(...parts);
      table.setAttribute("aria-rowcount", count + 1);
    }
    function nothing() {
      const row = element("tr"), cell = element("td", "empty", "No kernel fits this filter.");
      cell.colSpan = heads.length;
      row.append(cell);
      return row;
    }
    const repaint = () => requestAnimationFrame(() => paint(false));
    host.addEventListener("scroll", repaint, { passive: true });
    new ResizeObserver(repaint).observe(host);
    addEventListener("beforeprint", () => ((isPrinting = true), paint(true)));
    addEventListener("afterprint", () => ((isPrinting = false), paint(true)));
    return {
      reset: () => ((host.scrollTop = 0), paint(true)),
      reveal: (i) => (host.scrollTop = i * rowHeight()),
    };
  }

  // ---- What is shown ----

  const state = { sort: "occupancy", dir: "asc", filter: "", target: "", module: "" };
  let shown = []; // rows, sorted
  let mapped = []; // kernels, the lowest occupancy first
  const cells = new Map(); // kernel -> the fewest waves on each target, -1 where it is not

  const compare = {
    ">": (a, b) => a > b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, "<=": (a, b) => a <= b,
    "=": (a, b) => a === b,
  };

  // The filter as a function of a row.
  function makeFilter(text) {
    const tests = [], words = [];
    for (const part of text.toLowerCase().split(/\s+/).filter(Boolean)) {
      const match = /^([a-z-]+)(>=|<=|>|<|=)(\d+)$/.exec(part);
      const column = match && (match[1] === "spills" ? spills : columnOf(match[1]));
      if (column && column.isNumber) {
        const holds = compare[match[2]], limit = Number(match[3]);
        tests.push((row) => column.value(row) !== null && holds(column.value(row), limit));
      } else {
        words.push(part);
      }
    }
    const target = data.targets.indexOf(state.target);
    const module = data.modules.indexOf(state.module);
    if (state.target) tests.push((row) => rows.target[row] === target);
    if (state.module) tests.push((row) => rows.module[row] === module);
    for (const each of words)
      tests.push((row) => lowerNames[rows.kernel[row]].includes(each) ||
                          lowerModules[rows.module[row]].includes(each));
    return (row) => tests.every((test) => test(row));
  }

  function choose() {
    const column = columnOf(state.sort) || columns[0];
    const sign = state.dir === "desc" ? -1 : 1;
    const fits = makeFilter(state.filter);
    shown = [];
    for (let row = 0; row < rowCount; row++) if (fits(row)) shown.push(row);
    shown.sort((a, b) => (column.value(a) === null) - (column.value(b) === null) ||
                           sign * (column.value(a) - column.value(b)) ||
                           places[rows.kernel[a]] - places[rows.kernel[b]] || a - b);
    cells.clear();
    for (const row of shown) {
      const kernel = rows.kernel[row], target = rows.target[row], count = rows.occupancy[row];
      if (!cells.has(kernel)) cells.set(kernel, new Array(data.targets.length).fill(-1));
      const cell = cells.get(kernel);
      if (cell[target] < 0 || count < cell[target]) cell[target] = count;
    }
    const worst = new Map();
    for (const [kernel, cell] of cells) worst.set(kernel, Math.min(...cell.map(share)));
    mapped = [...cells.keys()].sort((a, b) => worst.get(a) - worst.get(b) || places[a] - places[b]);
  }

  // Of the hardware's waves; a target where a kernel is not, or that is unknown, decides nothing.
  function share(count, target) {
    return count === null || count < 0 ? Infinity : count / (data.waves[target] || 1);
  }

  function kernelCell(kernel) {
    const cell = element("th", "", labels[kernel]);
    cell.scope = "row";
    cell.title = data.kernels[kernel].filter(Boolean).join("\n");
    return cell;
  }

  function tableRow(i) {
    const row = shown[i], line = element("tr");
    for (const column of columns) {
      if (column.key === "kernel") {
        line.append(kernelCell(rows.kernel[row]));
        continue;
      }
      const value = column.value(row);
      const tone = column.tone ? column.tone(row, value) : column.isNumber ? "" : "dim";
      const cell = element("td", kindOf(column) + tone);
      cell.append(column.draw ? column.draw(row) : column.text(row));
      line.append(cell);
    }
    return line;
  }

  function mapRow(i) {
    const line = element("tr"), cell = cells.get(mapped[i]);
    line.append(kernelCell(mapped[i]));
    cell.forEach((count, target) => {
      const box = element("td");
      box.append(count < 0 ? "" : waves(count, target));
      line.append(box);
    });
    return line;
  }

  // ---- Heads ----

  function kindOf(column) {
    return column.isCentred ? "c " : column.isNumber ? "n " : "";
  }

  function sortHead(column) {
    const cell = element("th", kindOf(column)), button = element("button", "", column.title);
    cell.scope = "col";
    button.type = "button";
    button.addEventListener("click", () => {
      const turned = state.dir === "asc" ? "desc" : "asc";
      state.dir = state.sort === column.key ? turned : usualDir(column);
      state.sort = column.key;
      show();
      writeAddress();
    });
    cell.append(button);
    column.head = cell;
    return cell;
  }

  function plainHead(text) {
    const cell = element("th");
    cell.scope = "col";
    cell.append(element("span", "plain", text));
    return cell;
  }

  byId("kernels").hidden = false; // so that there are widths to measure
  const table = makeWindow(byId("table"), columns.map(sortHead),
                           columns.map((column) => column.width), () => shown.length, tableRow);
  const targetWidths = data.targets.map((id) => Math.max(72, 8 * id.length + 16));
  const map = makeWindow(byId("map"), [plainHead("Kernel"), ...data.targets.map(plainHead)],
                         [columns[0].width, ...targetWidths], () => mapped.length, mapRow);

  // ---- All of the map at once: a column for each kernel, or for as many as share a pixel ----

  const picture = byId("overview"), line = 18;

  // The kernels of the pixel column |x| of |width|.
  function bucket(x, width) {
    const place = (at) => Math.floor((at * mapped.length) / width);
    return [place(x), Math.min(mapped.length, Math.max(place(x) + 1, place(x + 1)))];
  }

  function paintPicture() {
    const scale = devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
    const width = Math.max(1, Math.round(picture.clientWidth * scale));
    const colors = Array.from({ length: 9 }, (_, level) => style.getPropertyValue("--o" + level));
    const brush = picture.getContext("2d");
    picture.width = width;
    picture.height = data.targets.length * line * scale;
    for (let x = 0; x < width && mapped.length; x++) {
      const [from, to] = bucket(x, width);
      data.targets.forEach((_, t) => {
        let fewest = Infinity;
        for (let i = from; i < to; i++) {
          const count = cells.get(mapped[i])[t];
          if (count !== null && count >= 0 && count < fewest) fewest = count;
        }
        if (fewest === Infinity) return;
        brush.fillStyle = colors[levelOf(fewest, data.waves[t])];
        brush.fillRect(x, t * line * scale, 1, (line - 2) * scale);
      });
    }
  }

  // The place in |mapped| under the pointer.
  const pointed = (event) => bucket(event.offsetX, picture.clientWidth)[0];
  picture.style.height = data.targets.length * line + "px";
  picture.addEventListener("click", (event) => map.reveal(pointed(event)));
  picture.addEventListener("pointermove", (event) => {
    const kernel = mapped[pointed(event)];
    const target = Math.min(data.targets.length - 1, Math.max(0, Math.floor(event.offsetY / line)));
    const count = kernel === undefined ? -1 : cells.get(kernel)[target];
    picture.title = kernel === undefined ? "" : labels[kernel] + "\n" + data.targets[target] + ": " +
      (count === null ? "not known" :
       count < 0 ? "not there" : count + " of " + data.waves[target] + " waves");
  });
  data.targets.forEach((id) => byId("overview-names").append(element("span", "", id)));
  new ResizeObserver(() => requestAnimationFrame(paintPicture)).observe(picture);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paintPicture);

  // ---- Address, tools ----

  const usual = { ...state };

  function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    Object.assign(state, usual);
    for (const key of Object.keys(state)) if (given.has(key)) state[key] = given.get(key);
    if (given.has("sort") && !given.has("dir")) {
      const column = columnOf(state.sort);
      state.dir = usualDir(column || columns[0]);
    }
    for (const key of ["filter", "target", "module"]) byId(key).value = state[key];
  }

  function writeAddress() {
    const parts = new URLSearchParams();
    for (const key of Object.keys(state)) if (state[key] !== usual[key]) parts.set(key, state[key]);
    if (parts.has("dir") && !parts.has("sort")) parts.set("sort", state.sort);
    if (parts.has("sort") && !parts.has("dir")) parts.set("dir", state.dir);
    const text = parts.toString();
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
  }

  function show() {
    choose();
    for (const column of columns) {
      if (column.key !== state.sort) column.head.removeAttribute("aria-sort");
      else column.head.setAttribute("aria-sort", state.dir === "desc" ? "descending" : "ascending");
    }
    byId("count").textContent = `${whole.format(shown.length)} of ${whole.format(rowCount)} rows`;
    table.reset();
    map.reset();
    paintPicture();
    document.body.dataset.shown = shown.length;
  }

  function option(select, text) {
    select.append(new Option(text, text));
  }

  data.targets.forEach((id) => option(byId("target"), id));
  data.modules.forEach((module) => option(byId("module"), module));
  let pause = 0;
  byId("filter").addEventListener("input", (event) => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      state.filter = event.target.value;
      show();
      writeAddress();
    }, rowCount > 20000 ? 150 : 0);
  });
  for (const id of ["target", "module"])
    byId(id).addEventListener("change", (event) => {
      state[id] = event.target.value;
      show();
      writeAddress();
    });
  document.querySelector(".tools").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
    event.preventDefault();
    byId("filter").focus();
  });
  addEventListener("hashchange", () => {
    readAddress();
    show();
  });
  readAddress();
  show();
  document.body.dataset.ready = "true";
})();
