// The arithmetic of the training, in AssemblyScript, which ../kernel.ts compiles to WebAssembly. It works on addresses in one
// shared memory. Matrices are row-major f32. Pictures are rows of (picture, y, x) by channels. Every number of channels is a
// multiple of 8.

export * from './matrices';
export * from './convolutions';
export * from './normalization';
export * from './pooling';
export * from './weights';
