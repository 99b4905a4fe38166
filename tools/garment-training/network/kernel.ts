// Compiles and loads the WebAssembly kernel.

import path from 'node:path';
import asc from 'assemblyscript/asc';

/**
 * The functions in kernel/, in AssemblyScript, which work on addresses (in bytes) in one shared memory. Counts are in f32 numbers.
 * Matrices are row-major f32. Pictures are rows of (picture, y, x) by channels. Every number of channels is a multiple of 8.
 */
type Pass =
  | 'pack'
  | 'multiply'
  | 'multiplyTransposed'
  | 'surroundings'
  | 'depthwise'
  | 'depthwiseBack'
  | 'moments'
  | 'scaleShift'
  | 'cutBack'
  | 'normBack'
  | 'add'
  | 'clear'
  | 'halve'
  | 'halveBack'
  | 'average'
  | 'averageBack'
  | 'gate'
  | 'gateBack'
  | 'spread'
  | 'adam';
export type Kernel = Readonly<Record<Pass, (...pass: readonly (number | boolean)[]) => void>>;

const pageBytes = 65_536;

/** Memory of at least this many bytes that threads share. */
export function sharedMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: maximumPages, shared: true });
}

const maximumPages = 65_536;

/** Compiles the kernel. Throws with the compiler's message if that fails. */
export async function compileKernel(): Promise<WebAssembly.Module> {
  const names = ['matrices', 'convolutions', 'normalization', 'pooling', 'weights'];
  const sources = names.map((name) => path.join(import.meta.dirname, 'kernel', `${name}.ts`));
  const features = ['--enable', 'simd', '--enable', 'relaxed-simd', '--enable', 'threads'];
  const memory = ['--importMemory', '--sharedMemory', '--maximumMemory', String(maximumPages)];
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main(
    [...sources, '--outFile', 'kernel.wasm', '--runtime', 'stub', '-O3', '--noAssert', ...features, ...memory],
    {
      writeFile: (name: string, contents: string | Uint8Array) => {
        if (name.endsWith('.wasm') && typeof contents !== 'string') binary = Uint8Array.from(contents);
      },
    },
  );
  if (error !== null || binary === undefined) throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  return new WebAssembly.Module(binary);
}

export function startKernel(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  const abort = () => {
    throw new Error('the kernel gave up');
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as unknown as Kernel;
}
