import { describe, expect, test } from 'vitest'
import { invoiceFieldNames, type ReadFields } from '../../../../src/domain/orders/matching/invoice-fields.ts'
import { comparableText } from '../../../../src/domain/orders/matching/invoice-fields.ts'
import { parseInvoice } from '../../../../src/server/orders/invoices/parse-invoice.ts'
import { invoicePdf, invoiceXml, pdfLayouts, writtenInvoices, type WrittenInvoice } from '../../../support/invoices.ts'

const invoices = writtenInvoices(60)
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

/** Names of the fields that were not read as written. */
const misread = (invoice: WrittenInvoice, read: ReadFields) =>
  invoiceFieldNames.filter((name) => {
    const [wanted, found] = [invoice[name], read[name]]
    return typeof wanted === 'string' && typeof found === 'string'
      ? comparableText(wanted) !== comparableText(found)
      : wanted !== found
  })

describe('60 generated invoices', () => {
  test('in XML are read in every field', async () => {
    for (const [at, invoice] of invoices.entries()) {
      const xml = invoiceXml(invoice, at % 3 === 2 ? 'pinyin' : 'digital')
      const { source, fields } = await parseInvoice({ bytes: bytesOf(xml), contentType: 'application/xml' })
      expect(source).toBe('xml')
      expect(misread(invoice, fields), `invoice ${at}`).toEqual([])
    }
  })

  test('in PDF are read in at least 95 of 100 fields, in every layout', async () => {
    const wrong = new Map<string, string[]>()
    for (const [at, invoice] of invoices.entries()) {
      const layout = pdfLayouts[at % pdfLayouts.length] ?? 'twoColumns'
      const bytes = await invoicePdf(invoice, layout)
      const { source, fields } = await parseInvoice({ bytes, contentType: 'application/pdf' })
      expect(source, `invoice ${at}`).toBe('pdf')
      const names = misread(invoice, fields)
      const told = names.map((name) => `${at} ${name}: ${String(fields[name])} instead of ${String(invoice[name])}`)
      wrong.set(layout, [...(wrong.get(layout) ?? []), ...told])
    }
    const fieldsOfLayout = (invoices.length / pdfLayouts.length) * invoiceFieldNames.length
    for (const layout of pdfLayouts) {
      const errors = wrong.get(layout) ?? []
      const share = 1 - errors.length / fieldsOfLayout
      expect(share, `${layout}\n${errors.join('\n')}`).toBeGreaterThanOrEqual(0.95)
    }
  })
})

describe('a file that is no invoice', () => {
  const nothing = async (text: string, contentType: string) =>
    expect((await parseInvoice({ bytes: bytesOf(text), contentType })).source).toBeNull()

  test('gives nothing: other XML, own entities, broken XML and PDF, pictures', async () => {
    await nothing('<?xml version="1.0"?><note><to>甲</to></note>', 'application/xml')
    await nothing('<!DOCTYPE a [<!ENTITY b "c">]><Fp><fphm>12345678</fphm></Fp>', 'application/xml')
    await nothing('<EInvoice><Header>', 'application/xml')
    await nothing('%PDF-1.7 broken', 'application/pdf')
    await nothing('not a picture', 'image/png')
  })

  test('of great depth or size is left in time', async () => {
    const deep = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`
    await nothing(deep, 'application/xml')
    const wide = `<a>${'<b>1</b>'.repeat(200_000)}</a>`
    await nothing(wide, 'application/xml')
  })
})
