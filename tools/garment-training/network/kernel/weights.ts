// Sums, and the step that changes the weights.

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

/** One step of AdamW over `count` weights; both corrections are 1 / (1 - beta^step). The running mean follows the weights. */
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
