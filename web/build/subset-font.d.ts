// The package brings no types. What is used of it, from its README.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2';
    keepAllGlyphs: true;
    /** By the axis's tag: the range that is kept of it. */
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
  }
  export default function subsetFont(font: Buffer, text: undefined, options: SubsetOptions): Promise<Buffer>;
}
