// The arithmetic of the training, in AssemblyScript, which ../kernel.ts compiles to WebAssembly. It works on addresses in
// one shared memory. Matrices are row-major f32. Pictures are rows of (picture, y, x) by channels. Every number of
// channels is a multiple of 8.

/** Packs b [k x n] (transposed: b is [n x k]) into panels of 8 columns: [n / 8][k][8]. */
export function pack(b: usize, k: i32, n: i32, transposed: bool, out: usize): void {
  for (let j = 0; j < n; j += 8) {
    for (let i = 0; i < k; i++) {
      for (let c = 0; c < 8; c++) {
        const from = transposed ? (j + c) * k + i : i * n + j + c;
        store<f32>(out, load<f32>(b + (<usize>from << 2)));
        out += 4;
      }
    }
  }
}

/** out [m x n] = a [m x k] * packed b, or += if `added`. */
export function multiply(m: i32, n: i32, k: i32, a: usize, packed: usize, out: usize, added: bool): void {
  const rowOfA: usize = <usize>k << 2;
  const rowOfOut: usize = <usize>n << 2;
  const blockRows = 48;
  for (let block = 0; block < m; block += blockRows) {
    const end = min(block + blockRows, m);
    for (let j = 0; j < n; j += 8) {
      const panel = packed + ((<usize>j * <usize>k) << 2);
      let i = block;
      for (; i + 6 <= end; i += 6) {
        tileOfRows(k, a + <usize>i * rowOfA, rowOfA, panel, out + <usize>i * rowOfOut + (<usize>j << 2), rowOfOut, added);
      }
      for (; i < end; i++) {
        oneRow(k, a + <usize>i * rowOfA, panel, out + <usize>i * rowOfOut + (<usize>j << 2), added);
      }
    }
  }
}

function tileOfRows(k: i32, a0: usize, step: usize, b: usize, out: usize, outStep: usize, added: bool): void {
  let s00 = f32x4.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00;
  let s30 = s00, s31 = s00, s40 = s00, s41 = s00, s50 = s00, s51 = s00;
  let a1 = a0 + step, a2 = a1 + step, a3 = a2 + step, a4 = a3 + step, a5 = a4 + step;
  const end = a0 + (<usize>k << 2);
  while (a0 < end) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    let x = v128.load32_splat(a0);
    s00 = f32x4.relaxed_madd(x, b0, s00); s01 = f32x4.relaxed_madd(x, b1, s01);
    x = v128.load32_splat(a1);
    s10 = f32x4.relaxed_madd(x, b0, s10); s11 = f32x4.relaxed_madd(x, b1, s11);
    x = v128.load32_splat(a2);
    s20 = f32x4.relaxed_madd(x, b0, s20); s21 = f32x4.relaxed_madd(x, b1, s21);
    x = v128.load32_splat(a3);
    s30 = f32x4.relaxed_madd(x, b0, s30); s31 = f32x4.relaxed_madd(x, b1, s31);
    x = v128.load32_splat(a4);
    s40 = f32x4.relaxed_madd(x, b0, s40); s41 = f32x4.relaxed_madd(x, b1, s41);
    x = v128.load32_splat(a5);
    s50 = f32x4.relaxed_madd(x, b0, s50); s51 = f32x4.relaxed_madd(x, b1, s51);
    a0 += 4; a1 += 4; a2 += 4; a3 += 4; a4 += 4; a5 += 4; b += 32;
  }
  keep(out, s00, s01, added); out += outStep;
  keep(out, s10, s11, added); out += outStep;
  keep(out, s20, s21, added); out += outStep;
  keep(out, s30, s31, added); out += outStep;
  keep(out, s40, s41, added); out += outStep;
  keep(out, s50, s51, added);
}

function keep(out: usize, s0: v128, s1: v128, added: bool): void {
  if (added) {
    s0 = f32x4.add(s0, v128.load(out));
    s1 = f32x4.add(s1, v128.load(out, 16));
  }
  v128.store(out, s0);
  v128.store(out, s1, 16);
}

function oneRow(k: i32, a: usize, b: usize, out: usize, added: bool): void {
  let s0 = f32x4.splat(0), s1 = s0;
  const end = a + (<usize>k << 2);
  while (a < end) {
    const x = v128.load32_splat(a);
    s0 = f32x4.relaxed_madd(x, v128.load(b), s0);
    s1 = f32x4.relaxed_madd(x, v128.load(b, 16), s1);
    a += 4; b += 32;
  }
  keep(out, s0, s1, added);
}

/** out [k x n] += transposed a [m x k] * d [m x n]: the gradient of a layer's weights. */
export function multiplyTransposed(m: i32, k: i32, n: i32, a: usize, d: usize, out: usize): void {
  const rowOfA: usize = <usize>k << 2;
  const rowOfD: usize = <usize>n << 2;
  const blockRows = 64;
  for (let block = 0; block < m; block += blockRows) {
    const rows = min(blockRows, m - block);
    const fromA = a + <usize>block * rowOfA;
    const fromD = d + <usize>block * rowOfD;
    for (let j = 0; j < n; j += 8) {
      const columns = fromD + (<usize>j << 2);
      let i = 0;
      for (; i + 6 <= k; i += 6) {
        tileOfColumns(rows, fromA + (<usize>i << 2), rowOfA, columns, rowOfD, out + <usize>i * rowOfD + (<usize>j << 2));
      }
      for (; i < k; i++) {
        oneColumn(rows, fromA + (<usize>i << 2), rowOfA, columns, rowOfD, out + <usize>i * rowOfD + (<usize>j << 2));
      }
    }
  }
}

function tileOfColumns(rows: i32, a: usize, aStep: usize, d: usize, dStep: usize, out: usize): void {
  let s00 = f32x4.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00;
  let s30 = s00, s31 = s00, s40 = s00, s41 = s00, s50 = s00, s51 = s00;
  for (let r = 0; r < rows; r++) {
    const b0 = v128.load(d), b1 = v128.load(d, 16);
    let x = v128.load32_splat(a);
    s00 = f32x4.relaxed_madd(x, b0, s00); s01 = f32x4.relaxed_madd(x, b1, s01);
    x = v128.load32_splat(a, 4);
    s10 = f32x4.relaxed_madd(x, b0, s10); s11 = f32x4.relaxed_madd(x, b1, s11);
    x = v128.load32_splat(a, 8);
    s20 = f32x4.relaxed_madd(x, b0, s20); s21 = f32x4.relaxed_madd(x, b1, s21);
    x = v128.load32_splat(a, 12);
    s30 = f32x4.relaxed_madd(x, b0, s30); s31 = f32x4.relaxed_madd(x, b1, s31);
    x = v128.load32_splat(a, 16);
    s40 = f32x4.relaxed_madd(x, b0, s40); s41 = f32x4.relaxed_madd(x, b1, s41);
    x = v128.load32_splat(a, 20);
    s50 = f32x4.relaxed_madd(x, b0, s50); s51 = f32x4.relaxed_madd(x, b1, s51);
    a += aStep; d += dStep;
  }
  keep(out, s00, s01, true); out += dStep;
  keep(out, s10, s11, true); out += dStep;
  keep(out, s20, s21, true); out += dStep;
  keep(out, s30, s31, true); out += dStep;
  keep(out, s40, s41, true); out += dStep;
  keep(out, s50, s51, true);
}

function oneColumn(rows: i32, a: usize, aStep: usize, d: usize, dStep: usize, out: usize): void {
  let s0 = f32x4.splat(0), s1 = s0;
  for (let r = 0; r < rows; r++) {
    const x = v128.load32_splat(a);
    s0 = f32x4.relaxed_madd(x, v128.load(d), s0);
    s1 = f32x4.relaxed_madd(x, v128.load(d, 16), s1);
    a += aStep; d += dStep;
  }
  keep(out, s0, s1, true);
}

/**
 * Collects the 3 x 3 x 3 neighborhood of every second pixel into one row: x [n, size, size, 3] to out [n * half * half, 27].
 */
export function surroundings(x: usize, n: i32, size: i32, out: usize): void {
  const half = size >> 1;
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < half; y++) {
      for (let c = 0; c < half; c++) {
        for (let dy = -1; dy < 2; dy++) {
          const yy = 2 * y + dy;
          for (let dx = -1; dx < 2; dx++) {
            const xx = 2 * c + dx;
            if (yy < 0 || yy >= size || xx < 0 || xx >= size) {
              store<f32>(out, 0); store<f32>(out, 0, 4); store<f32>(out, 0, 8);
            } else {
              const from = x + (<usize>(((i * size + yy) * size + xx) * 3) << 2);
              store<f32>(out, load<f32>(from)); store<f32>(out, load<f32>(from, 4), 4); store<f32>(out, load<f32>(from, 8), 8);
            }
            out += 12;
          }
        }
      }
    }
  }
}

/** A 3 x 3 convolution of each channel by itself, with zeros outside: w is [9][channels]. */
export function depthwise(x: usize, n: i32, height: i32, width: i32, channels: i32, stride: i32, w: usize, out: usize): void {
  const row: usize = <usize>channels << 2;
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < height; y += stride) {
      for (let c = 0; c < width; c += stride) {
        const inner = y > 0 && y + 1 < height && c > 0 && c + 1 < width;
        if (inner) {
          const up = x + <usize>((i * height + y - 1) * width + c - 1) * row;
          const mid = up + <usize>width * row;
          const low = mid + <usize>width * row;
          for (let at: usize = 0; at < row; at += 16) {
            const k = w + at;
            let s = f32x4.mul(v128.load(up + at), v128.load(k));
            s = f32x4.relaxed_madd(v128.load(up + row + at), v128.load(k + row), s);
            s = f32x4.relaxed_madd(v128.load(up + 2 * row + at), v128.load(k + 2 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + at), v128.load(k + 3 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + row + at), v128.load(k + 4 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + 2 * row + at), v128.load(k + 5 * row), s);
            s = f32x4.relaxed_madd(v128.load(low + at), v128.load(k + 6 * row), s);
            s = f32x4.relaxed_madd(v128.load(low + row + at), v128.load(k + 7 * row), s);
            s = f32x4.relaxed_madd(v128.load(low + 2 * row + at), v128.load(k + 8 * row), s);
            v128.store(out + at, s);
          }
        } else {
          for (let at: usize = 0; at < row; at += 16) {
            let s = f32x4.splat(0);
            for (let dy = -1; dy < 2; dy++) {
              if (y + dy < 0 || y + dy >= height) continue;
              for (let dx = -1; dx < 2; dx++) {
                if (c + dx < 0 || c + dx >= width) continue;
                const from = x + <usize>((i * height + y + dy) * width + c + dx) * row + at;
                s = f32x4.relaxed_madd(v128.load(from), v128.load(w + <usize>((dy + 1) * 3 + dx + 1) * row + at), s);
              }
            }
            v128.store(out + at, s);
          }
        }
        out += row;
      }
    }
  }
}

/** The gradients of `depthwise` for its input (dx, overwritten) and its weights (dw, added to), given d of its output. */
export function depthwiseBack(
  x: usize, n: i32, height: i32, width: i32, channels: i32, stride: i32, w: usize, d: usize, dx: usize, dw: usize,
): void {
  const row: usize = <usize>channels << 2;
  const high = (height + stride - 1) / stride;
  const wide = (width + stride - 1) / stride;
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < width; c++) {
        const out = dx + <usize>((i * height + y) * width + c) * row;
        if (stride == 1 && y > 0 && y + 1 < height && c > 0 && c + 1 < width) {
          const up = d + <usize>((i * height + y - 1) * width + c - 1) * row;
          const mid = up + <usize>width * row;
          const low = mid + <usize>width * row;
          for (let at: usize = 0; at < row; at += 16) {
            const k = w + at;
            let s = f32x4.mul(v128.load(up + at), v128.load(k + 8 * row));
            s = f32x4.relaxed_madd(v128.load(up + row + at), v128.load(k + 7 * row), s);
            s = f32x4.relaxed_madd(v128.load(up + 2 * row + at), v128.load(k + 6 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + at), v128.load(k + 5 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + row + at), v128.load(k + 4 * row), s);
            s = f32x4.relaxed_madd(v128.load(mid + 2 * row + at), v128.load(k + 3 * row), s);
            s = f32x4.relaxed_madd(v128.load(low + at), v128.load(k + 2 * row), s);
            s = f32x4.relaxed_madd(v128.load(low + row + at), v128.load(k + row), s);
            s = f32x4.relaxed_madd(v128.load(low + 2 * row + at), v128.load(k), s);
            v128.store(out + at, s);
          }
        } else {
          for (let at: usize = 0; at < row; at += 16) {
            let s = f32x4.splat(0);
            for (let dy = -1; dy < 2; dy++) {
              const yy = y - dy;
              if (yy < 0 || yy % stride != 0 || yy / stride >= high) continue;
              for (let dc = -1; dc < 2; dc++) {
                const cc = c - dc;
                if (cc < 0 || cc % stride != 0 || cc / stride >= wide) continue;
                const from = d + <usize>((i * high + yy / stride) * wide + cc / stride) * row + at;
                s = f32x4.relaxed_madd(v128.load(from), v128.load(w + <usize>((dy + 1) * 3 + dc + 1) * row + at), s);
              }
            }
            v128.store(out + at, s);
          }
        }
      }
    }
  }
  // The nine sums of four channels stay in registers while all pictures pass.
  for (let at: usize = 0; at < row; at += 16) {
    for (let dy = -1; dy < 2; dy++) {
      let left = f32x4.splat(0), middle = left, right = left;
      for (let i = 0; i < n; i++) {
        for (let y = 0; y < high; y++) {
          const yy = y * stride + dy;
          if (yy < 0 || yy >= height) continue;
          let from = d + <usize>((i * high + y) * wide) * row + at;
          let to = x + <usize>((i * height + yy) * width) * row + at;
          for (let c = 0; c < wide; c++) {
            const g = v128.load(from);
            if (c > 0) left = f32x4.relaxed_madd(g, v128.load(to - row), left);
            middle = f32x4.relaxed_madd(g, v128.load(to), middle);
            if (c * stride + 1 < width) right = f32x4.relaxed_madd(g, v128.load(to + row), right);
            from += row; to += row * <usize>stride;
          }
        }
      }
      const k = dw + <usize>((dy + 1) * 3) * row + at;
      v128.store(k, f32x4.add(v128.load(k), left));
      v128.store(k + row, f32x4.add(v128.load(k + row), middle));
      v128.store(k + 2 * row, f32x4.add(v128.load(k + 2 * row), right));
    }
  }
}

/** Mean and variance of each channel over all rows. */
export function moments(x: usize, rows: i32, channels: i32, mean: usize, variance: usize): void {
  const row: usize = <usize>channels << 2;
  const share = f32x4.splat(<f32>1 / <f32>rows);
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(mean + at, f32x4.splat(0));
    v128.store(variance + at, f32x4.splat(0));
  }
  let from = x;
  for (let r = 0; r < rows; r++) {
    for (let at: usize = 0; at < row; at += 16) {
      const v = v128.load(from + at);
      v128.store(mean + at, f32x4.add(v128.load(mean + at), v));
      v128.store(variance + at, f32x4.relaxed_madd(v, v, v128.load(variance + at)));
    }
    from += row;
  }
  for (let at: usize = 0; at < row; at += 16) {
    const m = f32x4.mul(v128.load(mean + at), share);
    v128.store(mean + at, m);
    const v = f32x4.sub(f32x4.mul(v128.load(variance + at), share), f32x4.mul(m, m));
    v128.store(variance + at, f32x4.max(v, f32x4.splat(0)));
  }
}

/** out = x * scale + shift by channel, plus `more` if given, with negative values set to 0 if `cut`. */
export function scaleShift(x: usize, rows: i32, channels: i32, scale: usize, shift: usize, more: usize, cut: bool, out: usize): void {
  const row: usize = <usize>channels << 2;
  const zero = f32x4.splat(0);
  for (let r = 0; r < rows; r++) {
    for (let at: usize = 0; at < row; at += 16) {
      let v = f32x4.relaxed_madd(v128.load(x + at), v128.load(scale + at), v128.load(shift + at));
      if (more != 0) v = f32x4.add(v, v128.load(more + at));
      if (cut) v = f32x4.max(v, zero);
      v128.store(out + at, v);
    }
    x += row; out += row;
    if (more != 0) more += row;
  }
}

/** Sets d to 0 wherever the output is 0, the gradient of ReLU. */
export function cutBack(out: usize, d: usize, count: i32): void {
  const zero = f32x4.splat(0);
  const end = d + (<usize>count << 2);
  while (d < end) {
    v128.store(d, v128.and(v128.load(d), f32x4.gt(v128.load(out), zero)));
    d += 16; out += 16;
  }
}

/**
 * The gradient of batch normalization: sums of d and of d * normal into `dShift` and `dScale` (overwritten), then
 * d = scale * inverse * (d - dShift / rows - normal * dScale / rows), in place.
 */
export function normBack(
  x: usize, d: usize, rows: i32, channels: i32, mean: usize, inverse: usize, scale: usize, dScale: usize, dShift: usize,
): void {
  const row: usize = <usize>channels << 2;
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(dScale + at, f32x4.splat(0));
    v128.store(dShift + at, f32x4.splat(0));
  }
  let fromX = x, fromD = d;
  for (let r = 0; r < rows; r++) {
    for (let at: usize = 0; at < row; at += 16) {
      const g = v128.load(fromD + at);
      const centred = f32x4.sub(v128.load(fromX + at), v128.load(mean + at));
      v128.store(dShift + at, f32x4.add(v128.load(dShift + at), g));
      v128.store(dScale + at, f32x4.relaxed_madd(g, centred, v128.load(dScale + at)));
    }
    fromX += row; fromD += row;
  }
  for (let at: usize = 0; at < row; at += 16) {
    v128.store(dScale + at, f32x4.mul(v128.load(dScale + at), v128.load(inverse + at)));
  }
  const share = f32x4.splat(<f32>1 / <f32>rows);
  fromX = x; fromD = d;
  for (let r = 0; r < rows; r++) {
    for (let at: usize = 0; at < row; at += 16) {
      const inv = v128.load(inverse + at);
      const normal = f32x4.mul(f32x4.sub(v128.load(fromX + at), v128.load(mean + at)), inv);
      const owed = f32x4.mul(f32x4.relaxed_madd(normal, v128.load(dScale + at), v128.load(dShift + at)), share);
      const out = f32x4.mul(f32x4.mul(v128.load(scale + at), inv), f32x4.sub(v128.load(fromD + at), owed));
      v128.store(fromD + at, out);
    }
    fromX += row; fromD += row;
  }
}

/** to += from. */
export function add(from: usize, to: usize, count: i32): void {
  const end = to + (<usize>count << 2);
  while (to < end) {
    v128.store(to, f32x4.add(v128.load(to), v128.load(from)));
    to += 16; from += 16;
  }
}

export function clear(to: usize, count: i32): void {
  memory.fill(to, 0, <usize>count << 2);
}

/** The mean of each 2 x 2 block of pixels. */
export function halve(x: usize, n: i32, size: i32, channels: i32, out: usize): void {
  const row: usize = <usize>channels << 2;
  const half = size >> 1;
  const quarter = f32x4.splat(0.25);
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < half; y++) {
      for (let c = 0; c < half; c++) {
        const up = x + <usize>((i * size + 2 * y) * size + 2 * c) * row;
        const low = up + <usize>size * row;
        for (let at: usize = 0; at < row; at += 16) {
          const s = f32x4.add(f32x4.add(v128.load(up + at), v128.load(up + row + at)), f32x4.add(v128.load(low + at), v128.load(low + row + at)));
          v128.store(out + at, f32x4.mul(s, quarter));
        }
        out += row;
      }
    }
  }
}

/** dx += the gradient of `halve` for its input. */
export function halveBack(d: usize, n: i32, size: i32, channels: i32, dx: usize): void {
  const row: usize = <usize>channels << 2;
  const half = size >> 1;
  const quarter = f32x4.splat(0.25);
  for (let i = 0; i < n; i++) {
    for (let y = 0; y < half; y++) {
      for (let c = 0; c < half; c++) {
        const up = dx + <usize>((i * size + 2 * y) * size + 2 * c) * row;
        const low = up + <usize>size * row;
        for (let at: usize = 0; at < row; at += 16) {
          const g = f32x4.mul(v128.load(d + at), quarter);
          v128.store(up + at, f32x4.add(v128.load(up + at), g));
          v128.store(up + row + at, f32x4.add(v128.load(up + row + at), g));
          v128.store(low + at, f32x4.add(v128.load(low + at), g));
          v128.store(low + row + at, f32x4.add(v128.load(low + row + at), g));
        }
        d += row;
      }
    }
  }
}

/** Mean of all pixels of each picture: [n, pixels, channels] to [n, channels]. */
export function average(x: usize, n: i32, pixels: i32, channels: i32, out: usize): void {
  const row: usize = <usize>channels << 2;
  const share = f32x4.splat(<f32>1 / <f32>pixels);
  for (let i = 0; i < n; i++) {
    for (let at: usize = 0; at < row; at += 16) {
      let s = f32x4.splat(0);
      for (let p = 0; p < pixels; p++) s = f32x4.add(s, v128.load(x + <usize>p * row + at));
      v128.store(out + at, f32x4.mul(s, share));
    }
    x += <usize>pixels * row; out += row;
  }
}

/** The gradient of the average: dx (overwritten) from d. */
export function averageBack(d: usize, n: i32, pixels: i32, channels: i32, dx: usize): void {
  const row: usize = <usize>channels << 2;
  const share = f32x4.splat(<f32>1 / <f32>pixels);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < pixels; p++) {
      for (let at: usize = 0; at < row; at += 16) v128.store(dx + at, f32x4.mul(v128.load(d + at), share));
      dx += row;
    }
    d += row;
  }
}

/** out = x * gate of the picture's channel + more, cut at 0. */
export function gate(x: usize, n: i32, pixels: i32, channels: i32, gates: usize, more: usize, out: usize): void {
  const row: usize = <usize>channels << 2;
  const zero = f32x4.splat(0);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < pixels; p++) {
      for (let at: usize = 0; at < row; at += 16) {
        const v = f32x4.relaxed_madd(v128.load(x + at), v128.load(gates + at), v128.load(more + at));
        v128.store(out + at, f32x4.max(v, zero));
      }
      x += row; more += row; out += row;
    }
    gates += row;
  }
}

/** dGates (overwritten) = sums of d * x over a picture's pixels; dx (overwritten) = d * gate. */
export function gateBack(x: usize, d: usize, n: i32, pixels: i32, channels: i32, gates: usize, dGates: usize, dx: usize): void {
  const row: usize = <usize>channels << 2;
  for (let i = 0; i < n; i++) {
    for (let at: usize = 0; at < row; at += 16) v128.store(dGates + at, f32x4.splat(0));
    for (let p = 0; p < pixels; p++) {
      for (let at: usize = 0; at < row; at += 16) {
        const v = v128.load(d + at);
        v128.store(dGates + at, f32x4.relaxed_madd(v, v128.load(x + at), v128.load(dGates + at)));
        v128.store(dx + at, f32x4.mul(v, v128.load(gates + at)));
      }
      x += row; d += row; dx += row;
    }
    gates += row; dGates += row;
  }
}

/** dx += d / pixels at each pixel of the picture: [n, channels] onto [n, pixels, channels]. */
export function spread(d: usize, n: i32, pixels: i32, channels: i32, dx: usize): void {
  const row: usize = <usize>channels << 2;
  const share = f32x4.splat(<f32>1 / <f32>pixels);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < pixels; p++) {
      for (let at: usize = 0; at < row; at += 16) {
        v128.store(dx + at, f32x4.relaxed_madd(v128.load(d + at), share, v128.load(dx + at)));
      }
      dx += row;
    }
    d += row;
  }
}

/**
 * One step of AdamW over `count` weights; both corrections are 1 / (1 - beta^step). The running mean of the weights
 * follows.
 */
export function adam(
  weights: usize, slopes: usize, first: usize, second: usize, running: usize, count: i32,
  rate: f32, decay: f32, firstCorrection: f32, secondCorrection: f32, follow: f32,
): void {
  const b1 = f32x4.splat(0.9), c1 = f32x4.splat(0.1), b2 = f32x4.splat(0.99), c2 = f32x4.splat(0.01);
  const k1 = f32x4.splat(firstCorrection), k2 = f32x4.splat(secondCorrection), tiny = f32x4.splat(1e-6);
  const step = f32x4.splat(rate), fade = f32x4.splat(1 - rate * decay), near = f32x4.splat(follow);
  for (let at: usize = 0; at < (<usize>count << 2); at += 16) {
    const g = v128.load(slopes + at);
    const m = f32x4.add(f32x4.mul(b1, v128.load(first + at)), f32x4.mul(c1, g));
    const v = f32x4.add(f32x4.mul(b2, v128.load(second + at)), f32x4.mul(c2, f32x4.mul(g, g)));
    v128.store(first + at, m);
    v128.store(second + at, v);
    const move = f32x4.div(f32x4.mul(m, k1), f32x4.add(f32x4.sqrt(f32x4.mul(v, k2)), tiny));
    const w = f32x4.sub(f32x4.mul(v128.load(weights + at), fade), f32x4.mul(step, move));
    v128.store(weights + at, w);
    const r = v128.load(running + at);
    v128.store(running + at, f32x4.add(r, f32x4.mul(near, f32x4.sub(w, r))));
  }
}
