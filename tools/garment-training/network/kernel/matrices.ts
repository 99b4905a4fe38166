// Products of matrices. One of them is packed into panels of 8 columns, so that sums stay in registers.

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
