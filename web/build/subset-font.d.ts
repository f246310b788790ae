// The package has no types. These cover the part that we use, from its README.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2';
    keepAllGlyphs: true;
    /** By axis tag: the range to keep. */
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
  }
  export default function subsetFont(font: Buffer, text: undefined, options: SubsetOptions): Promise<Buffer>;
}
