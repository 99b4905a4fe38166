// Means over pixels and gates of channels, and their gradients.

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
