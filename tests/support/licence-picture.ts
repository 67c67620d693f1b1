import { existsSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import { random } from '../../src/db/seeds/random.ts'

/** Text of a business licence; days as YYYY-MM-DD. */
export interface LicenceText {
  readonly companyName: string
  readonly creditCode: string
  readonly legalPerson: string
  readonly address: string
  readonly foundedAt: string
  /** Last day of business; null = 长期. */
  readonly validUntil?: string | null
  readonly businessScope?: string
}

/** Quality of the photo. */
export interface Photograph {
  /** Degrees, clockwise. */
  readonly turn?: number
  /** Standard deviation of the noise, 0 to 255. */
  readonly noise?: number
  /** Of the JPEG, 1 to 100. */
  readonly quality?: number
  /** Width in pixels. */
  readonly width?: number
  /** Brightness of the paper, 0 to 1. */
  readonly light?: number
  readonly family?: 'Noto Serif CJK SC' | 'Noto Sans CJK SC'
}

const folders = ['/usr/share/fonts', '/usr/local/share/fonts', `${process.env.HOME ?? ''}/.fonts`, '/Library/Fonts']
/** Whether this machine can render Chinese. */
export const hasChineseFont = folders
  .filter((folder) => existsSync(folder))
  .some((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((file) => /cjk|wqy|sourcehan/i.test(file)),
  )

const [width, height] = [2000, 1414]
const left = { label: 190, value: 430 }
const right = { label: 1080, value: 1290 }

/** Photo of a licence: the layout of a 营业执照, a seal over the text, tilt, noise, JPEG. */
export const licencePicture = (text: LicenceText, photograph: Photograph = {}): Promise<Buffer> =>
  photographed(licenceSvg(text, photograph.family ?? 'Noto Serif CJK SC'), { width, ...photograph })

/** Photo of a drawn paper: tilt, size, light, noise, JPEG. */
export async function photographed(svg: string, photograph: Photograph): Promise<Buffer> {
  const { turn = 0, noise = 0, quality = 88, light = 1 } = photograph
  const paper = await sharp(Buffer.from(svg)).png().toBuffer()
  const flat = await sharp(paper)
    .rotate(turn, { background: '#5b544a' })
    .resize(photograph.width === undefined ? {} : { width: photograph.width })
    .modulate({ brightness: light })
    .removeAlpha()
    .toBuffer({ resolveWithObject: true })
  const { width: across, height: down } = flat.info
  if (noise === 0) return sharp(flat.data).jpeg({ quality }).toBuffer()
  const grain = sharp(grainOf(across * down * 3, noise), { raw: { width: across, height: down, channels: 3 } })
  return sharp(flat.data)
    .composite([{ input: await grain.png().toBuffer(), blend: 'overlay' }])
    .jpeg({ quality })
    .toBuffer()
}

/** Grey noise with a normal distribution, the same one each time: that of the picture library differs. */
function grainOf(length: number, deviation: number): Uint8Array {
  const chance = random(length)
  const grain = new Uint8ClampedArray(length)
  for (let at = 0; at < length; at += 2) {
    const distance = deviation * Math.sqrt(-2 * Math.log(1 - chance.next()))
    const angle = 2 * Math.PI * chance.next()
    grain[at] = 128 + distance * Math.cos(angle)
    if (at + 1 < length) grain[at + 1] = 128 + distance * Math.sin(angle)
  }
  return new Uint8Array(grain.buffer)
}

function licenceSvg(text: LicenceText, family: string): string {
  const [year = '', month = '', day = ''] = text.foundedAt.split('-')
  const founded = `${year}年${month}月${day}日`
  const until = text.validUntil == null ? '长期' : `${founded}至${chineseDay(text.validUntil)}`
  const scope =
    text.businessScope ??
    '一般项目：技术服务、技术开发、技术咨询；医学研究和试验发展。（依法须经批准的项目，经相关部门批准后方可开展经营活动）'
  const lines = [
    ...labelledField(left, 560, '名　　称', text.companyName, 16),
    ...labelledField(left, 650, '类　　型', '有限责任公司（自然人投资或控股）', 16),
    ...labelledField(left, 740, '法定代表人', text.legalPerson, 16),
    ...labelledField(left, 830, '经营范围', scope, 16),
    ...labelledField(right, 560, '注册资本', '伍仟万元整', 14),
    ...labelledField(right, 650, '成立日期', founded, 14),
    ...labelledField(right, 740, '营业期限', until, 24),
    ...labelledField(right, 830, '住　　所', text.address, 14),
    `<text x="${right.label}" y="1140" font-size="38">登记机关</text>`,
    `<text x="1430" y="1260" font-size="36">${founded.replace(/\d+日/, '28日')}</text>`,
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${family}" fill="#1d1a17">
  <rect width="${width}" height="${height}" fill="#fdfaf0"/>
  <rect x="50" y="50" width="1900" height="1314" fill="none" stroke="#b08b4a" stroke-width="10"/>
  <rect x="72" y="72" width="1856" height="1270" fill="none" stroke="#b08b4a" stroke-width="3"/>
  <circle cx="1000" cy="170" r="62" fill="#c8372d"/><circle cx="1000" cy="170" r="44" fill="#e6b53f"/>
  <text x="1000" y="360" font-size="120" font-weight="bold" text-anchor="middle" letter-spacing="40">营业执照</text>
  <text x="1000" y="428" font-size="44" text-anchor="middle">（副 本）</text>
  <text x="190" y="270" font-size="36">统一社会信用代码</text>
  <text x="190" y="322" font-size="40" font-weight="bold">${text.creditCode}</text>
  ${squares(text.creditCode)}
  ${lines.join('\n  ')}
  ${seal}
</svg>`
}

/** One labelled field, its value wrapped after so many characters. */
function labelledField(at: typeof left, y: number, label: string, value: string, maxChars: number): string[] {
  const letters = [...value]
  const rows = Array.from({ length: Math.ceil(letters.length / maxChars) }, (_, row) =>
    letters.slice(row * maxChars, (row + 1) * maxChars).join(''),
  )
  return [
    `<text x="${at.label}" y="${y}" font-size="38">${label}</text>`,
    ...rows.map((row, index) => `<text x="${at.value}" y="${y + index * 54}" font-size="38">${escaped(row)}</text>`),
  ]
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const chineseDay = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日')

/** A fake QR code, as noise for the recognition. */
function squares(seed: string): string {
  const chance = random([...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  const cells = Array.from({ length: 25 * 25 }, (_, at) => at).filter(() => chance.next() < 0.5)
  return cells
    .map((at) => `<rect x="${1620 + (at % 25) * 8}" y="${170 + Math.floor(at / 25) * 8}" width="8" height="8"/>`)
    .join('')
}

const seal = `<g fill="none" stroke="#d0342c" stroke-width="9" opacity="0.75"><circle cx="1500" cy="1180" r="140"/></g>
  <polygon points="1500,1115 1516,1160 1563,1160 1525,1188 1539,1233 1500,1206 1461,1233 1475,1188 1437,1160 1484,1160" fill="#d0342c" opacity="0.75"/>
  <path id="arc" d="M 1392 1180 A 108 108 0 0 1 1608 1180" fill="none"/>
  <text font-size="34" fill="#d0342c" opacity="0.8"><textPath href="#arc">市场监督管理局登记专用章</textPath></text>`
