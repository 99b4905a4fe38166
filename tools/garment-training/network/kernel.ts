// Compiles and loads the WebAssembly kernel.

import path from 'node:path';
import asc from 'assemblyscript/asc';

/** The functions of kernel/passes.ts. Addresses are in bytes of the shared memory, and counts are in f32 numbers. */
export type Kernel = {
  readonly pack: (b: number, k: number, n: number, transposed: boolean, out: number) => void;
  readonly multiply: (m: number, n: number, k: number, a: number, packed: number, out: number, added: boolean) => void;
  readonly multiplyTransposed: (m: number, k: number, n: number, a: number, d: number, out: number) => void;
  readonly surroundings: (x: number, n: number, size: number, out: number) => void;
  readonly depthwise: (
    ...pass: [
      x: number,
      n: number,
      height: number,
      width: number,
      channels: number,
      stride: number,
      w: number,
      out: number,
    ]
  ) => void;
  readonly depthwiseBack: (
    ...pass: [
      ...[x: number, n: number, height: number, width: number, channels: number, stride: number],
      ...[w: number, d: number, dx: number, dw: number],
    ]
  ) => void;
  readonly moments: (x: number, rows: number, channels: number, mean: number, variance: number) => void;
  readonly scaleShift: (
    ...pass: [
      x: number,
      rows: number,
      channels: number,
      scale: number,
      shift: number,
      more: number,
      cut: boolean,
      out: number,
    ]
  ) => void;
  readonly cutBack: (out: number, d: number, count: number) => void;
  readonly normBack: (
    ...pass: [
      ...[x: number, d: number, rows: number, channels: number, mean: number, inverse: number],
      ...[scale: number, dScale: number, dShift: number],
    ]
  ) => void;
  readonly add: (from: number, to: number, count: number) => void;
  readonly clear: (to: number, count: number) => void;
  readonly halve: (x: number, n: number, size: number, channels: number, out: number) => void;
  readonly halveBack: (d: number, n: number, size: number, channels: number, dx: number) => void;
  readonly average: (x: number, n: number, pixels: number, channels: number, out: number) => void;
  readonly averageBack: (d: number, n: number, pixels: number, channels: number, dx: number) => void;
  readonly gate: (
    x: number,
    n: number,
    pixels: number,
    channels: number,
    gates: number,
    more: number,
    out: number,
  ) => void;
  readonly gateBack: (
    ...pass: [
      x: number,
      d: number,
      n: number,
      pixels: number,
      channels: number,
      gates: number,
      dGates: number,
      dx: number,
    ]
  ) => void;
  readonly spread: (d: number, n: number, pixels: number, channels: number, dx: number) => void;
  readonly adam: (
    ...step: [
      ...[weights: number, slopes: number, first: number, second: number, running: number, count: number],
      ...[rate: number, decay: number, firstCorrection: number, secondCorrection: number, follow: number],
    ]
  ) => void;
};

const pageBytes = 65_536;

/** Memory of at least this many bytes that threads share. */
export function sharedMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: maximumPages, shared: true });
}

const maximumPages = 65_536;

/** Compiles the kernel. Throws with the compiler's message if that fails. */
export async function compileKernel(): Promise<WebAssembly.Module> {
  const source = path.join(import.meta.dirname, 'kernel', 'passes.ts');
  const features = ['--enable', 'simd', '--enable', 'relaxed-simd', '--enable', 'threads'];
  const memory = ['--importMemory', '--sharedMemory', '--maximumMemory', String(maximumPages)];
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main(
    [source, '--outFile', 'kernel.wasm', '--runtime', 'stub', '-O3', '--noAssert', ...features, ...memory],
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
