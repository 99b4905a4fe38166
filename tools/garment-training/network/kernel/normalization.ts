// Batch normalization and ReLU, and their gradients.

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
      const centered = f32x4.sub(v128.load(fromX + at), v128.load(mean + at));
      v128.store(dShift + at, f32x4.add(v128.load(dShift + at), g));
      v128.store(dScale + at, f32x4.relaxed_madd(g, centered, v128.load(dScale + at)));
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
