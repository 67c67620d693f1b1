import sharp from 'sharp'
import type { FilePurpose } from '../../src/contract/operations/files.ts'
import { animation, hugeWebp, jpegClaiming, jpegWithComment, rawPng } from './raw-pictures.ts'
import { gradient, pdf, wordFile, wordParts, zipOf } from './uploads.ts'

/** A hostile file for uploads. */
export interface HostileFile {
  readonly what: string
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Content type claimed in the form. */
  readonly type: string
  readonly purpose: FilePurpose
  /** Type as which it may be accepted; undefined = must be refused. */
  readonly kept?: string
}

const payload = '<script>alert(document.domain)</script>'
const html = `<!doctype html><html><body>${payload}</body></html>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${payload}</svg>`
const ascii = (text: string) => new Uint8Array(Buffer.from(text))
const joined = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))
const zipPart = (name: string, bytes: string | Uint8Array, claims?: number) => ({
  name,
  bytes: Buffer.from(bytes),
  ...(claims === undefined ? {} : { claims }),
})
const macroTypes = Buffer.from(wordParts[0]?.bytes ?? [])
  .toString()
  .replace('openxmlformats-officedocument.wordprocessingml.document.main+xml', 'ms-word.document.macroEnabled.main+xml')
/** An OLE container without Office content, as in installers and mails. */
const installer = () => {
  const bytes = Buffer.alloc(4_096)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(9, 30)
  bytes.write('R\0o\0o\0t\0', 1_024)
  return new Uint8Array(bytes)
}

type HostileFileRow = readonly [what: string, name: string, bytes: Uint8Array, kept?: string | undefined, type?: string]

/** Markup and scripts with various extensions. */
const markup: readonly HostileFileRow[] = [
  ['SVG with a script', 'a.svg', ascii(svg), undefined, 'image/svg+xml'],
  ['SVG named PNG', 'a.png', ascii(svg)],
  ['SVG behind an XML head', 'a.jpg', ascii(`<?xml version="1.0"?>${svg}`)],
  ['HTML', 'a.html', ascii(html), undefined, 'text/html'],
  ['HTML named JPG', 'a.jpg', ascii(html)],
  ['HTML named PDF', 'a.pdf', ascii(html), undefined, 'application/pdf'],
  ['HTML named TXT', 'a.txt', ascii(html)],
  ['HTML behind a byte order mark', 'a.txt', ascii(`\uFEFF  ${html}`)],
  ['HTML in UTF-16', 'a.txt', new Uint8Array(Buffer.from(html, 'utf16le'))],
  ['HTML far behind blanks', 'a.txt', ascii(`${' '.repeat(2_000)}${html}`), 'text/plain'],
  ['HTML in UTF-7', 'a.csv', ascii('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'), 'text/csv'],
  ['a script named CSV', 'a.csv', ascii('fetch("/api/files/upload")'), 'text/csv', 'text/javascript'],
  ['a program of lines named TXT', 'a.txt', ascii('@echo off\r\nformat c:'), 'text/plain'],
  ['a formula', 'a.csv', ascii('=HYPERLINK("http://a.example","x"),1'), 'text/csv'],
]

/** Polyglots, and files with a wrong type. */
const polyglots: readonly HostileFileRow[] = [
  ['GIF that is a script', 'a.gif', ascii('GIF89a/*xxxx*/=1;alert(1)//')],
  ['GIF that is a script named JPG', 'a.jpg', ascii('GIF89a/*xxxx*/=1;alert(1)//')],
  ['BMP that is a script', 'a.png', ascii('BM=1;alert(1)//')],
  ['PDF behind a script', 'a.pdf', joined(payload, pdf)],
  ['PDF behind a byte order mark', 'a.pdf', joined('\uFEFF', pdf)],
  ['PDF with HTML at its head', 'a.pdf', joined('%PDF-1.4\n', html, pdf)],
  ['PDF with HTML behind', 'a.pdf', joined(pdf, ' '.repeat(1_000), html), 'application/pdf'],
  [
    'PDF that opens with a script',
    'a.pdf',
    joined('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF\n'),
    'application/pdf',
  ],
  ['PDF cut off', 'a.pdf', pdf.slice(0, 100)],
  ['a program named PDF', 'a.pdf', joined('MZ\u0090\u0000\u0003', new Uint8Array(2_000))],
  ['a program named TXT', 'a.txt', joined('\u007fELF\u0002\u0001\u0001', new Uint8Array(200))],
  ['an installer named DOC', 'a.doc', installer()],
  ['noise named JPG', 'a.jpg', new Uint8Array(Buffer.from('c0ffee'.repeat(400), 'hex'))],
  ['nothing', 'a.pdf', new Uint8Array()],
]

/** Archives: hidden entries, bombs, false sizes. */
const archives: readonly HostileFileRow[] = [
  ['a zip', 'a.zip', zipOf([zipPart('a.exe', 'MZ')])],
  ['a zip bomb', 'a.zip', zipOf([zipPart('a', new Uint8Array(20_000_000))])],
  ['a zip named Word', 'a.docx', zipOf([zipPart('a.exe', 'MZ')])],
  [
    'a Java program named Word',
    'a.docx',
    zipOf([zipPart('META-INF/MANIFEST.MF', 'Main-Class: A'), zipPart('A.class', 'x')]),
  ],
  [
    'Word with macros',
    'a.docx',
    zipOf([zipPart('[Content_Types].xml', macroTypes), zipPart('word/vbaProject.bin', 'x')]),
  ],
  ['Word that unpacks to 4 GB', 'a.docx', zipOf([...wordParts, zipPart('word/media/a', 'x', 0xffff_fff0)])],
  ['Word whose first part is a bomb', 'a.docx', zipOf([zipPart('[Content_Types].xml', new Uint8Array(60_000_000))])],
  ['Word with HTML behind', 'a.docx', joined(wordFile, html)],
  ['Word with HTML before', 'a.docx', joined(html, wordFile)],
  ['Word cut off', 'a.docx', wordFile.slice(0, -30)],
]

/** Hostile file names, each used for a valid picture. */
const names: readonly [what: string, name: string][] = [
  ['a name with folders', '../../../../etc/passwd.png'],
  ['a name of Windows folders', 'C:\\Windows\\system32\\a.png'],
  ['a name with NUL', 'a.html\u0000.png'],
  ['a name with line breaks', 'a.png\r\nSet-Cookie: token=x'],
  ['a name that reads backwards', 'a\u202Egpj.exe'],
  ['a name with quotes and markup', '"><img src=x onerror=alert(1)>.png'],
  ['a name without end', `${'长'.repeat(5_000)}.png`],
  ['a name of dots', '....'],
]

/** Pictures that decode to too much, or carry hidden data. */
async function pictures(): Promise<HostileFileRow[]> {
  const jpeg = await gradient(400, 300)
  const png = await sharp(jpeg).png().toBuffer()
  const frames = { join: { animated: true } }
  return [
    ['PNG with HTML behind', 'a.png', joined(png, html), 'image/png'],
    [
      'PNG with a script in its text',
      'a.png',
      rawPng(64, 64, 64, [{ type: 'tEXt', data: ascii(`Comment\0${payload}`) }]),
      'image/png',
    ],
    ['JPEG with a script in its comment', 'a.jpg', jpegWithComment(jpeg, `*/${payload}/*`), 'image/jpeg'],
    [
      'JPEG with a script in its EXIF',
      'a.jpg',
      await sharp(jpeg)
        .withExif({ IFD0: { Copyright: payload } })
        .jpeg()
        .toBuffer(),
      'image/jpeg',
    ],
    [
      'WebP with a script in its XMP',
      'a.webp',
      await sharp(jpeg).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${payload}</x:xmpmeta>`).webp().toBuffer(),
      'image/webp',
    ],
    ['JPEG that says it is HTML', 'a.html', jpeg, 'image/jpeg', 'text/html'],
    ['PNG of 3.6 gigapixels', 'a.png', rawPng(60_000, 60_000, 1)],
    ['PNG of 400 megapixels, all there', 'a.png', rawPng(20_000, 20_000, 20_000)],
    ['JPEG of 4 gigapixels', 'a.jpg', jpegClaiming(jpeg, 65_500, 65_500)],
    ['WebP of 268 megapixels', 'a.webp', hugeWebp()],
    [
      'WebP that moves',
      'a.webp',
      await sharp([png, await sharp(png).negate().png().toBuffer()], frames)
        .webp()
        .toBuffer(),
    ],
    ['PNG that moves', 'a.png', rawPng(64, 64, 64, [animation])],
    ['AVIF', 'a.avif', await sharp(jpeg).resize(64).avif().toBuffer()],
    ['TIFF named JPG', 'a.jpg', await sharp(jpeg).tiff().toBuffer()],
    ['PNG cut off', 'a.png', png.subarray(0, 400)],
    ['JPEG cut off', 'a.jpg', jpeg.subarray(0, 900)],
    ...names.map(([what, name]): HostileFileRow => [what, name, jpeg, 'image/jpeg']),
  ]
}

/** All of them, as attachments, where most types are accepted. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const lines = [...markup, ...polyglots, ...archives, ...(await pictures())]
  return lines.map(([what, name, bytes, kept, type = 'image/png']) => ({
    what,
    name,
    bytes: new Uint8Array(bytes),
    type,
    purpose: 'attachment',
    ...(kept === undefined ? {} : { kept }),
  }))
}
