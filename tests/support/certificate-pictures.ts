import { certificateNumber } from '../../src/db/seeds/data/certificates.ts'
import { supplierNotes } from '../../src/db/seeds/data/companies.ts'
import { itemAt, random } from '../../src/db/seeds/random.ts'
import { photographed, type Photograph } from './licence-picture.ts'

/** What a drawn certificate says; days as YYYY-MM-DD. */
export interface CertificateText {
  readonly tag: string
  readonly number: string
  readonly holder: string
  readonly site: string
  readonly issuedOn: string
  readonly until: string
}

/** Layouts: how certificates of different issuers look. */
const layouts = ['cnas', 'cma', 'gmp', 'gcp', 'glp', 'iso'] as const
type Layout = (typeof layouts)[number]
const tagOf: Readonly<Record<Layout, string>> = {
  cnas: 'CNAS',
  cma: 'CMA',
  gmp: 'GMP',
  gcp: 'GCP',
  glp: 'GLP',
  iso: 'ISO 13485',
}

export interface DrawnCertificate {
  readonly layout: Layout
  readonly text: CertificateText
  readonly photograph: Photograph
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return { year, month, date }
}
/** 2024年03月18日, or without the zeros. */
const chineseDay = (day: string, padded = true) => {
  const { year, month, date } = parts(day)
  return padded ? `${year}年${month}月${date}日` : `${year}年${Number(month)}月${Number(date)}日`
}
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] // prettier-ignore
const englishDay = (day: string) => {
  const { year, month, date } = parts(day)
  return `${date} ${months[Number(month) - 1]} ${year}`
}

const [width, height] = [1414, 2000]
const line = (x: number, y: number, size: number, text: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escaped(text)}</text>`
const centred = (y: number, size: number, text: string, more = '') =>
  line(width / 2, y, size, text, `text-anchor="middle" ${more}`)
const field = (y: number, label: string, value: string) =>
  `${line(170, y, 36, label)}${line(440, y, 36, value)}<line x1="430" y1="${y + 14}" x2="1250" y2="${y + 14}" stroke="#999" stroke-width="1"/>`

/** A stamp: its ink is translucent, so that the text below it stays black. */
const seal = (x: number, y: number, words: string) =>
  `<g style="mix-blend-mode:multiply"><g fill="none" stroke="#d0342c" stroke-width="8" opacity="0.8"><circle cx="${x}" cy="${y}" r="125"/></g>
  <polygon points="${[0, 1, 2, 3, 4].map((at) => `${x + 44 * Math.sin((at * 4 * Math.PI) / 5)},${y - 44 * Math.cos((at * 4 * Math.PI) / 5)}`).join(' ')}" fill="#d0342c" opacity="0.8"/>
  <path id="arc" d="M ${x - 96} ${y} A 96 96 0 0 1 ${x + 96} ${y}" fill="none"/>
  <text font-size="30" fill="#d0342c" opacity="0.75"><textPath href="#arc">${words}</textPath></text></g>`

const bodies: Readonly<Record<Layout, (text: CertificateText) => string>> = {
  cnas: ({ number, holder, site, issuedOn, until }) => `
    ${centred(220, 44, '中国合格评定国家认可委员会')}
    ${centred(330, 84, '实验室认可证书', 'font-weight="bold"')}
    ${centred(420, 40, `（注册号：${number}）`)}
    ${line(190, 560, 38, '兹证明：')}
    ${centred(660, 46, holder, 'font-weight="bold"')}
    ${line(190, 760, 34, `地址：${site}`)}
    ${line(190, 860, 38, '符合 ISO/IEC 17025：2017《检测和校准实验室能力的通用要求》')}
    ${line(190, 920, 32, '（CNAS-CL01《检测和校准实验室能力认可准则》）的要求，具备承担')}
    ${line(190, 980, 38, '本证书附件所列服务能力，予以认可。')}
    ${line(190, 1120, 38, `生效日期：${issuedOn}`)}
    ${line(190, 1190, 38, `截止日期：${until}`)}
    ${line(190, 1260, 38, `颁发日期：${issuedOn}`)}
    ${line(190, 1560, 30, '本证书由中国合格评定国家认可委员会授权发布')}
    ${seal(1050, 1200, '中国合格评定国家认可委员会')}`,
  cma: ({ number, holder, site, issuedOn, until }) => `
    ${centred(300, 88, '检验检测机构', 'font-weight="bold"')}
    ${centred(420, 88, '资质认定证书', 'font-weight="bold"')}
    ${centred(520, 40, `证书编号：${number}`)}
    ${field(680, '名　　称：', holder)}
    ${field(770, '地　　址：', site)}
    ${line(210, 900, 36, '经审查，你机构已具备国家有关法律、行政法规规定的基本条件和')}
    ${line(170, 960, 36, '能力，现予批准，可以向社会出具具有证明作用的数据和结果，特发')}
    ${line(170, 1020, 36, '此证。资质认定包括检验检测机构计量认证。')}
    ${line(720, 1330, 38, `发证日期：${chineseDay(issuedOn, false)}`)}
    ${line(720, 1400, 38, `有效期至：${chineseDay(until, false)}`)}
    ${line(720, 1470, 38, '发证机关：省市场监督管理局')}
    ${line(170, 1760, 28, '本证书由国家认证认可监督管理委员会监制，在中华人民共和国境内有效。')}
    ${seal(1060, 1380, '市场监督管理局资质认定专用章')}`,
  gmp: ({ number, holder, site, issuedOn, until }) => `
    ${centred(260, 96, '药品生产许可证', 'font-weight="bold"')}
    ${line(170, 420, 38, `许可证编号：${number}`)}
    ${field(540, '企业名称：', holder)}
    ${field(630, '注册地址：', site)}
    ${field(720, '生产地址：', site)}
    ${field(810, '分类码：', 'AhBhChDh')}
    ${line(170, 900, 36, '生产范围：小容量注射剂、冻干粉针剂、片剂、硬胶囊剂')}
    ${line(170, 1110, 36, `有效期至　${chineseDay(until)}`)}
    ${line(720, 1400, 36, '发证机关：省药品监督管理局')}
    ${line(720, 1470, 36, `发证日期：${chineseDay(issuedOn)}`)}
    ${line(170, 1760, 28, '国家药品监督管理局制')}
    ${seal(1060, 1430, '药品监督管理局')}`,
  gcp: ({ number, holder, site, issuedOn, until }) => `
    ${centred(260, 76, '药物临床试验机构备案凭证', 'font-weight="bold"')}
    ${field(450, '备案号：', number)}
    ${field(540, '机构名称：', holder)}
    ${field(630, '机构地址：', site)}
    ${field(720, '备案专业：', 'I 期临床试验研究室、肿瘤科、心血管内科')}
    ${field(810, '备案日期：', issuedOn.replaceAll('-', '.'))}
    ${field(900, '有效期至：', until.replaceAll('-', '.'))}
    ${line(170, 1100, 34, '该机构已按《药物临床试验机构管理规定》完成备案。')}
    ${seal(1040, 1330, '临床试验机构备案管理')}`,
  glp: ({ number, holder, site, issuedOn, until }) => `
    ${centred(240, 66, '药物非临床研究质量管理规范', 'font-weight="bold"')}
    ${centred(340, 66, '认　证　批　件', 'font-weight="bold"')}
    ${line(820, 440, 34, `批件编号：${number}`)}
    ${field(580, '机构名称：', holder)}
    ${field(670, '机构地址：', site)}
    ${line(170, 770, 34, '认证项目：单次和多次给药毒性试验（啮齿类、非啮齿类）；遗传毒性')}
    ${line(170, 825, 34, '试验；生殖毒性试验；安全性药理试验；毒代动力学试验。')}
    ${line(170, 960, 34, '根据《药物非临床研究质量管理规范认证管理办法》，经审查，符合')}
    ${line(170, 1015, 34, '药物非临床研究质量管理规范要求，特发此证。')}
    ${line(170, 1160, 36, `有效期：${chineseDay(issuedOn)}至${chineseDay(until)}`)}
    ${line(720, 1450, 36, '国家药品监督管理局')}
    ${line(720, 1520, 36, chineseDay(issuedOn))}
    ${seal(1060, 1440, '国家药品监督管理局')}`,
  iso: ({ number, holder, site, issuedOn, until }) => `
    ${centred(220, 72, '医疗器械质量管理体系认证证书', 'font-weight="bold"')}
    ${centred(300, 40, 'CERTIFICATE OF REGISTRATION')}
    ${centred(380, 36, `Certificate No.: ${number}`)}
    ${centred(500, 34, '兹证明 This is to certify that')}
    ${centred(590, 46, holder, 'font-weight="bold"')}
    ${centred(670, 32, `地址 Address：${site}`)}
    ${centred(780, 34, '质量管理体系符合 ISO 13485:2016 / YY/T 0287-2017 标准')}
    ${centred(840, 34, '体外诊断试剂的设计开发、生产和服务')}
    ${line(220, 1060, 34, `发证日期 Date of Issue: ${englishDay(issuedOn)}`)}
    ${line(220, 1130, 34, `有效期至 Valid Until: ${englishDay(until)}`)}
    ${line(220, 1400, 34, '北京国医械华光认证有限公司')}
    ${seal(1040, 1380, '国医械华光认证')}`,
}

const sheet = (layout: Layout, text: CertificateText, family: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${family}" fill="#1d1a17">
  <rect width="${width}" height="${height}" fill="#fdfbf4"/>
  <rect x="60" y="60" width="${width - 120}" height="${height - 120}" fill="none" stroke="${layout === 'iso' ? '#2c5b8f' : '#a9854a'}" stroke-width="10"/>
  ${bodies[layout](text)}
</svg>`

/** A photo of the paper. */
export const certificatePicture = ({ layout, text, photograph }: DrawnCertificate): Promise<Buffer> =>
  photographed(sheet(layout, text, photograph.family ?? 'Noto Serif CJK SC'), photograph)

/** Papers of all layouts in turn, tilted and noisy, the same ones each time. */
export function drawnCertificates(count: number): DrawnCertificate[] {
  const chance = random(4811)
  return Array.from({ length: count }, (_, at): DrawnCertificate => {
    const layout = itemAt(layouts, at)
    const note = itemAt(supplierNotes, at * 7 + Math.floor(at / layouts.length))
    const issuedYear = 2022 + chance.int(0, 3)
    const monthDay = `${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`
    const untilDay = `${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`
    const issuedOn = `${issuedYear}-${monthDay}`
    const tag = tagOf[layout]
    return {
      layout,
      text: {
        tag,
        number: certificateNumber(tag, issuedOn, note.district, 20 + chance.int(0, 170)),
        holder: note.name,
        site: note.address,
        issuedOn,
        until: `${issuedYear + 6}-${untilDay}`,
      },
      photograph: {
        turn: itemAt([0, 1.4, -1.8, 0.6, -1, 2.2, -2.4], at),
        noise: itemAt([0, 12, 24, 18, 8], at),
        quality: itemAt([90, 70, 55, 62], at),
        width: itemAt([1414, 1240, 1700, 1100], at),
        light: itemAt([1, 0.82, 1.05], at),
        family: itemAt(['Noto Serif CJK SC', 'Noto Sans CJK SC'] as const, Math.floor(at / layouts.length)),
      },
    }
  })
}
