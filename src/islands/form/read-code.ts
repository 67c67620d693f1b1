/** The part of the browser's own detector that is used; not every browser has it. */
interface Detector {
  readonly detect: (source: HTMLCanvasElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
}
declare global {
  interface Window {
    readonly BarcodeDetector?: DetectorClass
  }
}

/** Pixels of the longer side in which a code is looked for. */
const searchSide = 1_200

/** Draws a picture or the present frame of a video, made smaller where it is large. */
function draw(source: HTMLVideoElement | ImageBitmap): HTMLCanvasElement | undefined {
  const [width, height] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, searchSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** By the detector of the browser; undefined where it has none, or one that does not work (some Android phones). */
async function detect(canvas: HTMLCanvasElement): Promise<string | undefined> {
  if (window.BarcodeDetector === undefined) return undefined
  try {
    const [found] = await new window.BarcodeDetector({ formats: ['qr_code'] }).detect(canvas)
    return found?.rawValue
  } catch {
    return undefined
  }
}

/** By the package, which is loaded with the first picture. */
async function decode(canvas: HTMLCanvasElement): Promise<string | undefined> {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  if (pixels === undefined) return undefined
  try {
    const { default: decodeQr } = await import('qr/decode.js')
    return decodeQr(pixels)
  } catch {
    // It throws where there is no code; without a connection the package is not there, and the next look tries again.
    return undefined
  }
}

/** Text of the QR code in a picture or in the present frame of a video; undefined where none is found. */
export async function readCode(source: HTMLVideoElement | ImageBitmap): Promise<string | undefined> {
  const canvas = draw(source)
  if (canvas === undefined) return undefined
  return (await detect(canvas)) ?? decode(canvas)
}
