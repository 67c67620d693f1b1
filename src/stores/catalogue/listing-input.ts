import type { z } from 'zod'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldError } from '../../contract/failures.ts'
import { fieldMessage } from '../../contract/field-messages.ts'
import { productForm, serviceForm } from '../../contract/catalogue/listing-form.ts'
import type { Attribute } from '../../domain/catalogue/attributes.ts'
import { formFieldOf } from '../../domain/catalogue/listing-wire-fields.ts'
import { productErrors, productPrice, serviceErrors } from '../../domain/catalogue/listing-rules.ts'
import { splitHazards } from '../../domain/catalogue/hazards.ts'
import { parseFen } from '../../domain/money-input.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import type { ListingValues } from './listing-values.ts'
import { toHalfWidth, parseWholeNumber } from '../../domain/half-width.ts'

type ServiceInput = z.output<typeof serviceForm>
type ProductInput = z.output<typeof productForm>

const blank = (text: string) => text.trim() === ''

/** Non-empty rows with their original indexes (`places`), to map errors back to their rows. */
function filledRows<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean) {
  const kept = rows.flatMap((row, place) => (isEmpty(row) ? [] : [{ row, place }]))
  return { rows: kept.map(({ row }) => row), places: kept.map(({ place }) => place) }
}
const facts = ({ facts: rows }: ListingValues) => filledRows(rows, ({ label, value }) => blank(label) && blank(value))
const steps = ({ steps: rows }: ListingValues) => filledRows(rows, ({ name }) => blank(name))
const discounts = ({ discounts: rows }: ListingValues) =>
  filledRows(rows, ({ from, percent }) => blank(from) && blank(percent))
const deliverables = ({ deliverables: rows }: ListingValues) =>
  filledRows(rows, ({ name, note }) => blank(name) && blank(note))

function sharedInput(values: ListingValues) {
  const { table } = values
  return {
    title: values.title.trim(),
    categoryId: values.categoryId,
    summary: values.summary.trim(),
    priceType: values.priceType,
    price: values.priceType === 2 ? null : parseFen(values.price),
    highPrice: values.priceType === 1 ? parseFen(values.highPrice) : null,
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
      from: parseWholeNumber(from) ?? 1,
      to: parseWholeNumber(to) ?? parseWholeNumber(from) ?? 1,
    })),
    deliverables: deliverables(values).rows.map(({ name, note }) => ({ name: name.trim(), note: note.trim() })),
    pictures: values.pictures,
    attachments: values.attachments,
  }
}

/** Call input of a service. Invalid numbers are omitted; `typedErrors` reports them. */
export const serviceInput = (values: ListingValues): ServiceInput => ({
  ...sharedInput(values),
  downPaymentPercent: parseWholeNumber(values.downPaymentPercent) ?? 0,
  durationFrom: parseWholeNumber(values.durationFrom),
  durationTo: parseWholeNumber(values.durationTo),
  durationUnit: values.durationUnit,
})

/** Call input of a product. */
export function productInput(values: ListingValues): ProductInput {
  const specs = values.specs.map(({ specId, name, code, price, stock, was }) => ({
    specId,
    was,
    name: name.trim(),
    code: toHalfWidth(code),
    price: parseFen(price),
    stock: parseWholeNumber(stock) ?? 0,
  }))
  return {
    ...sharedInput(values),
    ...productPrice({ priceType: values.priceType, specs }),
    brandName: values.brandName.trim(),
    cas: toHalfWidth(values.cas),
    smiles: values.smiles.trim(),
    hazards: splitHazards(values.hazards),
    catalogueNo: toHalfWidth(values.catalogueNo),
    unit: values.unit.trim(),
    minOrder: parseWholeNumber(values.minOrder) ?? 1,
    downPaymentPercent: parseWholeNumber(values.downPaymentPercent) ?? 0,
    discounts: discounts(values).rows.map(({ from, percent }) => ({
      from: parseWholeNumber(from) ?? 1,
      percent: parseWholeNumber(percent) ?? 0,
    })),
    specs,
  }
}

const number = (field: string, text: string, message = '请填写整数'): FieldError[] =>
  blank(text) || parseWholeNumber(text) !== null ? [] : [{ field, message }]
const money = (field: string, text: string): FieldError[] =>
  blank(text) || parseFen(text) !== null ? [] : [{ field, message: '请填写金额，最多两位小数' }]

/** Errors of typed texts that are not numbers. */
export const typedErrors = (values: ListingValues): readonly FieldError[] => [
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

/** Maps the call's error paths to form fields. */
export function toFormErrors(values: ListingValues, fieldErrors: readonly FieldError[]): readonly FieldError[] {
  const places: Readonly<Record<string, readonly number[]>> = {
    facts: facts(values).places,
    steps: steps(values).places,
    discounts: discounts(values).places,
    deliverables: deliverables(values).places,
  }
  return fieldErrors.map((fault) => {
    const [, list = '', at, rest = ''] = /^(\w+)\.(\d+)(.*)$/.exec(fault.field) ?? []
    if (list === 'paragraphs') return { ...fault, field: 'paragraphs' }
    const place = places[list]?.[Number(at)]
    return place === undefined ? fault : { ...fault, field: `${list}.${place}${rest}` }
  })
}

/** Field errors of a failed call, mapped to form fields. */
export const callErrors = (kind: 'service' | 'product', values: ListingValues, failure: Failure) =>
  toFormErrors(
    values,
    fieldErrorsOf(failure).map((fault) => ({ ...fault, field: formFieldOf(kind, fault.field) })),
  )

/** Keeps the first error of each field. */
const firstErrorPerField = (fieldErrors: readonly FieldError[]) =>
  fieldErrors.filter(({ field }, at) => fieldErrors.findIndex((other) => other.field === field) === at)

/** Errors that prevent saving even a draft: lengths and counts. */
export function draftErrors(kind: 'service' | 'product', values: ListingValues): readonly FieldError[] {
  const read =
    kind === 'service'
      ? serviceForm.safeParse(serviceInput(values), { error: fieldMessage })
      : productForm.safeParse(productInput(values), { error: fieldMessage })
  const issues = read.success ? [] : read.error.issues
  return toFormErrors(
    values,
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  )
}

/** Errors that prevent submission, in form order; same rules as the server. */
export function submitErrors(
  kind: 'service' | 'product',
  values: ListingValues,
  attributes: readonly Attribute[],
): readonly FieldError[] {
  const ruled =
    kind === 'service'
      ? serviceErrors(serviceInput(values), attributes)
      : productErrors(productInput(values), attributes)
  return firstErrorPerField([...typedErrors(values), ...draftErrors(kind, values), ...toFormErrors(values, ruled)])
}
