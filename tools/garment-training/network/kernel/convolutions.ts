// Convolutions of 3 x 3 pixels, and their gradients.

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
