import type { z } from 'zod'
import type { FieldFault } from '../../contract/failures.ts'
import { fieldMessage } from '../../contract/field-messages.ts'
import { productForm, serviceForm } from '../../contract/catalogue/listing-form.ts'
import type { Attribute } from '../../domain/catalogue/attributes.ts'
import { productFaults, productPrice, serviceFaults } from '../../domain/catalogue/listing-rules.ts'
import { fenOf } from '../../domain/money-input.ts'
import type { ListingValues } from './listing-values.ts'
import { halfWidth, wholeOf } from '../../domain/half-width.ts'

type ServiceInput = z.output<typeof serviceForm>
type ProductInput = z.output<typeof productForm>

const blank = (text: string) => text.trim() === ''

/** Rows that were begun: empty ones are not sent. `places` tells where each stood, so that faults find their row. */
function begun<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean) {
  const kept = rows.flatMap((row, place) => (isEmpty(row) ? [] : [{ row, place }]))
  return { rows: kept.map(({ row }) => row), places: kept.map(({ place }) => place) }
}
const facts = ({ facts: rows }: ListingValues) => begun(rows, ({ label, value }) => blank(label) && blank(value))
const steps = ({ steps: rows }: ListingValues) => begun(rows, ({ name }) => blank(name))
const discounts = ({ discounts: rows }: ListingValues) =>
  begun(rows, ({ from, percent }) => blank(from) && blank(percent))
const deliverables = ({ deliverables: rows }: ListingValues) =>
  begun(rows, ({ name, note }) => blank(name) && blank(note))

function sharedInput(values: ListingValues) {
  const { table } = values
  return {
    title: values.title.trim(),
    categoryId: values.categoryId,
    summary: values.summary.trim(),
    priceType: values.priceType,
    price: values.priceType === 2 ? null : fenOf(values.price),
    highPrice: values.priceType === 1 ? fenOf(values.highPrice) : null,
    tags: values.tags,
    capabilities: values.capabilities,
    areaCodes: values.areaCodes,
    attributes: Object.fromEntries(
      Object.entries(values.attributes).flatMap(([code, given]) => {
        const said = given.map((each) => each.trim()).filter((each) => each !== '')
        return said.length === 0 ? [] : [[code, said]]
      }),
    ),
    facts: facts(values).rows.map(({ label, value }) => ({ label: label.trim(), value: value.trim() })),
    paragraphs: values.paragraphs
      .split(/\n\s*\n/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    table:
      table === null
        ? null
        : {
            title: table.title.trim(),
            head: table.head.map((cell) => cell.trim()),
            rows: table.rows
              .filter((row) => row.some((cell) => !blank(cell)))
              .map((row) => row.map((cell) => cell.trim())),
          },
    steps: steps(values).rows.map(({ name, from, to }) => ({
      name: name.trim(),
      from: wholeOf(from) ?? 1,
      to: wholeOf(to) ?? wholeOf(from) ?? 1,
    })),
    deliverables: deliverables(values).rows.map(({ name, note }) => ({ name: name.trim(), note: note.trim() })),
    pictures: values.pictures,
    attachments: values.attachments,
  }
}

/** A service as the call takes it. What is no number counts as not said; `typedFaults` tells of it. */
export const serviceInput = (values: ListingValues): ServiceInput => ({
  ...sharedInput(values),
  downPaymentPercent: wholeOf(values.downPaymentPercent) ?? 0,
  durationFrom: wholeOf(values.durationFrom),
  durationTo: wholeOf(values.durationTo),
  durationUnit: values.durationUnit,
})

/** A product as the call takes it. */
export function productInput(values: ListingValues): ProductInput {
  const specs = values.specs.map(({ specId, name, code, price, stock, was }) => ({
    ...{ specId, was },
    name: name.trim(),
    code: halfWidth(code),
    price: fenOf(price),
    stock: wholeOf(stock) ?? 0,
  }))
  return {
    ...sharedInput(values),
    ...productPrice({ priceType: values.priceType, specs }),
    brandName: values.brandName.trim(),
    cas: halfWidth(values.cas),
    catalogueNo: halfWidth(values.catalogueNo),
    unit: values.unit.trim(),
    minOrder: wholeOf(values.minOrder) ?? 1,
    downPaymentPercent: wholeOf(values.downPaymentPercent) ?? 0,
    discounts: discounts(values).rows.map(({ from, percent }) => ({
      from: wholeOf(from) ?? 1,
      percent: wholeOf(percent) ?? 0,
    })),
    specs,
  }
}

const number = (field: string, text: string, message = '请填写整数'): FieldFault[] =>
  blank(text) || wholeOf(text) !== null ? [] : [{ field, message }]
const money = (field: string, text: string): FieldFault[] =>
  blank(text) || fenOf(text) !== null ? [] : [{ field, message: '请填写金额，最多两位小数' }]

/** What was typed and is no number, each at its field. */
export const typedFaults = (values: ListingValues): readonly FieldFault[] => [
  ...(values.priceType === 2 ? [] : money('price', values.price)),
  ...(values.priceType === 1 ? money('highPrice', values.highPrice) : []),
  ...number('downPaymentPercent', values.downPaymentPercent, '请填写 0 至 100 的整数'),
  ...number('durationFrom', values.durationFrom),
  ...number('durationTo', values.durationTo),
  ...number('minOrder', values.minOrder),
  ...values.discounts.flatMap(({ from, percent }, at) => [
    ...number(`discounts.${at}.from`, from),
    ...number(`discounts.${at}.percent`, percent),
  ]),
  ...values.steps.flatMap(({ from, to }, at) => [...number(`steps.${at}.from`, from), ...number(`steps.${at}.to`, to)]),
  ...values.specs.flatMap(({ price, stock }, at) => [
    ...money(`specs.${at}.price`, price),
    ...number(`specs.${at}.stock`, stock, '请填写库存件数'),
  ]),
]

/** Faults of the call at the places where they stand in the form. */
export function faultsInForm(values: ListingValues, faults: readonly FieldFault[]): readonly FieldFault[] {
  const places: Readonly<Record<string, readonly number[]>> = {
    facts: facts(values).places,
    steps: steps(values).places,
    discounts: discounts(values).places,
    deliverables: deliverables(values).places,
  }
  return faults.map((fault) => {
    const [, list = '', at, rest = ''] = /^(\w+)\.(\d+)(.*)$/.exec(fault.field) ?? []
    if (list === 'paragraphs') return { ...fault, field: 'paragraphs' }
    const place = places[list]?.[Number(at)]
    return place === undefined ? fault : { ...fault, field: `${list}.${place}${rest}` }
  })
}

/** One fault a field: the first is the one to mend. */
const firstOfEach = (faults: readonly FieldFault[]) =>
  faults.filter(({ field }, at) => faults.findIndex((other) => other.field === field) === at)

/** What keeps the form from being kept even as a draft: too long, too many. */
export function draftFaults(kind: 'service' | 'product', values: ListingValues): readonly FieldFault[] {
  const read =
    kind === 'service'
      ? serviceForm.safeParse(serviceInput(values), { error: fieldMessage })
      : productForm.safeParse(productInput(values), { error: fieldMessage })
  const issues = read.success ? [] : read.error.issues
  return faultsInForm(
    values,
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  )
}

/** What keeps the form from being submitted, in its order; the server asks the same. */
export function submitFaults(
  kind: 'service' | 'product',
  values: ListingValues,
  attributes: readonly Attribute[],
): readonly FieldFault[] {
  const ruled =
    kind === 'service'
      ? serviceFaults(serviceInput(values), attributes)
      : productFaults(productInput(values), attributes)
  return firstOfEach([...typedFaults(values), ...draftFaults(kind, values), ...faultsInForm(values, ruled)])
}
