import type { InvoiceFields } from '../../src/domain/orders/matching/invoice-fields.ts'
import { loadDocumentFont } from '../../src/server/orders/documents/document-font.ts'
import { seededRandom } from './seeded-random.ts'

/** A tax invoice to be written as a file: its fields, and the rates of its items in basis points. */
export interface WrittenInvoice extends InvoiceFields {
  readonly rates: readonly number[]
}

const companyNames = [
  '成都华西海圻药物评价有限公司',
  '上海益诺思生物技术股份有限公司',
  '北京昭衍新药研究中心（集团）股份有限公司',
  '广州博济医药科技有限公司',
  'Bio-Rad 伯乐生命医学产品（上海）有限公司',
  '武汉名称测试医药研究院',
  '苏州工业园区药械检测服务有限公司',
  '四川省医疗器械检测中心',
]
const codeSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Invoices with names, numbers, amounts and rates of many kinds, the same for the same seed. */
export function writtenInvoices(count: number, seed = 7): WrittenInvoice[] {
  const below = seededRandom(seed)
  const taxNo = () => `91${Array.from({ length: 16 }, () => codeSigns[below(codeSigns.length)]).join('')}`
  return Array.from({ length: count }, (_, at): WrittenInvoice => {
    const rates = at % 12 === 11 ? [600, 1300] : [[1300, 900, 600, 300, 100, 0, 150][at % 7] ?? 600]
    const amount = at % 9 === 0 ? 1 + below(9_999) : 10_000 + below(at % 5 === 0 ? 900_000_000 : 5_000_000)
    const [rate = 600] = rates
    const tax = Math.round((amount * rate) / 10_000)
    const [buyerName = '', sellerName = ''] = [
      companyNames[below(companyNames.length)],
      companyNames[below(companyNames.length)],
    ]
    const day = new Date(Date.UTC(2026, below(12), 1 + below(28))).toISOString().slice(0, 10)
    return {
      number: `26${String(below(10 ** 9)).padStart(9, '3')}${String(below(10 ** 9)).padStart(9, '7')}`,
      issuedOn: day,
      buyerName,
      buyerTaxNo: taxNo(),
      sellerName,
      sellerTaxNo: taxNo(),
      amount,
      tax,
      total: amount + tax,
      taxRate: rates.length === 1 ? rate : null,
      rates,
    }
  })
}

const plain = (fen: number): string =>
  fen < 0 ? `-${plain(-fen)}` : `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
const grouped = (fen: number) => plain(fen).replace(/\B(?=(?:\d{3}){1,4}\.)/g, ',')
const rateText = (rate: number) => (rate === 0 ? '免税' : `${rate / 100}%`)

/** As the tax administration writes a fully digital invoice, or as earlier systems in pinyin. */
export function invoiceXml(invoice: WrittenInvoice, layout: 'digital' | 'pinyin' = 'digital'): string {
  const { number, issuedOn, buyerName, buyerTaxNo, sellerName, sellerTaxNo, amount, tax, total, rates } = invoice
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (layout === 'pinyin')
    return `<?xml version="1.0" encoding="UTF-8"?>
<business><Fp><fphm>${number}</fphm><kprq>${issuedOn.replaceAll('-', '')}</kprq>
<gmfMc>${escaped(buyerName)}</gmfMc><gmfNsrsbh>${buyerTaxNo}</gmfNsrsbh>
<xhfMc>${escaped(sellerName)}</xhfMc><xhfNsrsbh>${sellerTaxNo}</xhfNsrsbh>
<hjje>${plain(amount)}</hjje><hjse>${plain(tax)}</hjse><jshj>${plain(total)}</jshj>
<mxs>${rates.map((rate) => `<mx><xmmc>*研发和技术服务*试验费</xmmc><slv>${rate === 0 ? '免税' : rate / 10_000}</slv></mx>`).join('')}</mxs></Fp></business>`
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<EInvoice xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <Header><EIid>${number}</EIid><Version>0.2</Version></Header>
  <EInvoiceData>
    <SellerInformation><SellerIdNum>${sellerTaxNo}</SellerIdNum><SellerName>${escaped(sellerName)}</SellerName></SellerInformation>
    <BuyerInformation><BuyerIdNum>${buyerTaxNo}</BuyerIdNum><BuyerName>${escaped(buyerName)}</BuyerName></BuyerInformation>
    <BasicInformation>
      <TotalAmWithoutTax>${plain(amount)}</TotalAmWithoutTax>
      <TotalTaxAm>${plain(tax)}</TotalTaxAm>
      <TotalTax-includedAmount>${plain(total)}</TotalTax-includedAmount>
      <Drawer>管理员</Drawer><RequestTime>${issuedOn} 09:12:30</RequestTime>
    </BasicInformation>
    ${rates.map((rate) => `<IssuItemInformation><ItemName>*研发和技术服务*试验费</ItemName><Quantity>1</Quantity><TaxRate>${rate === 0 ? '免税' : rate / 10_000}</TaxRate></IssuItemInformation>`).join('\n    ')}
  </EInvoiceData>
  <TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${issuedOn} 09:12:31</IssueTime></TaxSupervisionInfo>
</EInvoice>`
}

export const pdfLayouts = ['twoColumns', 'stacked', 'labelled', 'apart'] as const
export type PdfLayout = (typeof pdfLayouts)[number]

/** A piece of text at a place, in points from the upper left corner. */
type Piece = readonly [x: number, y: number, text: string, size?: number]

const chineseDay = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日')

function itemPieces({ amount, tax, rates }: WrittenInvoice, y: number): Piece[] {
  return [
    ...(
      [
        [30, '项目名称'],
        [150, '规格型号'],
        [220, '单位'],
        [260, '数量'],
        [310, '单价'],
        [380, '金额'],
        [450, '税率/征收率'],
        [520, '税额'],
      ] as const
    ).map(([x, text]): Piece => [x, y, text]),
    ...rates.flatMap((rate, at): Piece[] => [
      [30, y + 16 + at * 14, '*研发和技术服务*毒理试验'],
      [220, y + 16 + at * 14, '项'],
      [262, y + 16 + at * 14, '1'],
      [380, y + 16 + at * 14, plain(Math.floor(amount / rates.length))],
      [460, y + 16 + at * 14, rateText(rate)],
      [520, y + 16 + at * 14, rate === 0 ? '***' : plain(Math.floor(tax / rates.length))],
    ]),
  ]
}

function piecesOf(invoice: WrittenInvoice, layout: PdfLayout): Piece[] {
  const { number, issuedOn, buyerName, buyerTaxNo, sellerName, sellerTaxNo, amount, tax, total } = invoice
  const taxLabel = '统一社会信用代码/纳税人识别号'
  const isExempt = invoice.rates.every((rate) => rate === 0)
  const taxSum = isExempt ? '***' : `¥${plain(tax)}`
  switch (layout) {
    // The fully digital invoice: buyer left, seller right, headings upright beside the fields.
    case 'twoColumns':
      return [
        [210, 30, '电子发票（普通发票）', 16],
        [420, 30, `发票号码：${number}`],
        [420, 46, `开票日期：${chineseDay(issuedOn)}`],
        ...['购', '买', '方', '信', '息'].map((sign, at): Piece => [20, 78 + at * 11, sign]),
        ...['销', '售', '方', '信', '息'].map((sign, at): Piece => [305, 78 + at * 11, sign]),
        [36, 84, `名称：${buyerName}`, 8],
        [321, 84, `名称：${sellerName}`, 8],
        [36, 110, `${taxLabel}：${buyerTaxNo}`, 8],
        [321, 110, `${taxLabel}：${sellerTaxNo}`, 8],
        ...itemPieces(invoice, 150),
        [60, 260, '合　　计'],
        [370, 260, `¥${plain(amount)}`],
        [510, 260, taxSum],
        [40, 284, '价税合计（大写）'],
        [150, 284, '壹仟元整'],
        [380, 284, '（小写）'],
        [425, 284, `¥${plain(total)}`],
        [30, 310, '备注：订单 DD20260101000001'],
        [60, 340, '开票人：管理员'],
      ]
    // The earlier electronic invoice: buyer above, seller below, labels spaced out.
    case 'stacked':
      return [
        [200, 24, '四川增值税电子普通发票', 15],
        [420, 24, '发票代码：051002200211'],
        [420, 40, `发票号码：${number}`],
        [420, 56, `开票日期：${issuedOn.slice(0, 4)} 年 ${issuedOn.slice(5, 7)} 月 ${issuedOn.slice(8)} 日`],
        [30, 84, '名　　　　称：'],
        [120, 84, buyerName],
        [30, 98, '纳税人识别号：'],
        [120, 98, buyerTaxNo],
        [30, 112, '地 址、 电 话：'],
        [120, 112, '成都市高新区天府大道 028-85000000'],
        [30, 126, '开户行及账号：'],
        [120, 126, '招商银行成都分行 128900000000001'],
        [30, 150, '货物或应税劳务、服务名称'],
        ...itemPieces(invoice, 166).filter(([, , text]) => text !== '项目名称'),
        [60, 250, '合　　计'],
        [370, 250, `¥${grouped(amount)}`],
        [510, 250, isExempt ? '***' : `¥${grouped(tax)}`],
        [40, 270, '价税合计（大写）'],
        [180, 270, '壹仟元整'],
        [400, 270, `（小写）¥${grouped(total)}`],
        [30, 300, '名　　　　称：'],
        [120, 300, sellerName],
        [30, 314, '纳税人识别号：'],
        [120, 314, sellerTaxNo],
      ]
    // Both sides named in every label, the seller first.
    case 'labelled':
      return [
        [220, 24, '数电发票（增值税专用发票）', 14],
        [30, 60, `发票号码: ${number}`],
        [330, 60, `开票日期: ${issuedOn}`],
        [30, 80, `销售方名称: ${sellerName}`],
        [30, 96, `销售方纳税人识别号: ${sellerTaxNo}`],
        [30, 120, `购买方名称: ${buyerName}`],
        [30, 136, `购买方纳税人识别号: ${buyerTaxNo}`],
        ...itemPieces(invoice, 160),
        [30, 260, '合计'],
        [370, 260, `￥${plain(amount)}`],
        [510, 260, isExempt ? '免税' : `￥${plain(tax)}`],
        [30, 280, `价税合计(小写)￥${plain(total)}`],
      ]
    // Headings above two columns; labels and values are texts of their own.
    case 'apart':
      return [
        [230, 24, '电子发票', 15],
        [400, 40, '发票号码：'],
        [456, 40, number],
        [400, 56, '开票日期：'],
        [456, 56, chineseDay(issuedOn)],
        [60, 80, '购买方信息'],
        [360, 80, '销售方信息'],
        [30, 98, '名称：'],
        [64, 98, buyerName, 7.5],
        [310, 98, '名称：'],
        [344, 98, sellerName, 7.5],
        [30, 116, `${taxLabel}：`, 7.5],
        [152, 116, buyerTaxNo, 7.5],
        [310, 116, `${taxLabel}：`, 7.5],
        [432, 116, sellerTaxNo, 7.5],
        ...itemPieces(invoice, 140),
        [30, 240, '合'],
        [60, 240, '计'],
        [366, 240, '¥'],
        [378, 240, plain(amount)],
        [506, 240, isExempt ? '' : '¥'],
        [518, 240, isExempt ? '***' : plain(tax)],
        [30, 262, '价税合计（大写）'],
        [380, 262, '（小写）'],
        [430, 262, '¥'],
        [442, 262, plain(total)],
      ]
  }
}

/** An invoice as a PDF with text, in one of the layouts. */
export async function invoicePdf(invoice: WrittenInvoice, layout: PdfLayout): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: PDFDocument }, font] = await Promise.all([import('pdfkit'), loadDocumentFont()])
  const doc = new PDFDocument({ size: [612, 400], margin: 0 })
  const chunks: Buffer[] = []
  const whole = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.once('error', reject)
  })
  doc.font(font.bytes)
  for (const [x, y, text, size = 9] of piecesOf(invoice, layout))
    if (text !== '') doc.fontSize(size).text(text, x, y, { lineBreak: false })
  doc.end()
  return whole
}
