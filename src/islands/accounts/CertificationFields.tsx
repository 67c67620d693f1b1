import { useStore } from '@nanostores/react'
import { failures } from '../../contract/failures.ts'
import {
  checkFree,
  filled,
  setLongTerm,
  suggested,
  taken,
  takeSuggestion,
  typeInto,
} from '../../stores/accounts/certification-form.ts'
import { open as openClaim } from '../../stores/accounts/claims.ts'
import type { CertificationValues } from '../../stores/accounts/certification-values.ts'
import type { ReadableField } from '../../stores/accounts/licence-reading.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Input } from '../../ui/Input.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { DistrictPicker } from '../DistrictPicker.tsx'
import type { DrawnForm } from '../use-typed-form.ts'
import { CreditCodeNote } from './CreditCodeNote.tsx'

type Props = { form: DrawnForm<CertificationValues>; values: CertificationValues }

const fromLicence = '识别填入，请核对'

/** What the licence says where something else was typed: taken with a click, or left. */
const Suggestion = ({ field }: { field: ReadableField }) => {
  const found = useStore(suggested)[field]
  if (found === undefined) return null
  return (
    <button
      type="button"
      className="mt-1.5 inline-flex max-w-full items-center gap-1.5 rounded-md border border-warn-line bg-warn-soft px-2.5 py-1 text-left text-sm text-warn hover:border-warn max-md:min-h-11"
      onClick={() => takeSuggestion(field)}
    >
      <span className="truncate">执照上是：{found}</span>
      <span className="shrink-0 font-medium underline underline-offset-3">采用</span>
    </button>
  )
}

/** Whether what is said under a field is that another company has it. */
const isTaken = (message: string | undefined) =>
  message === failures.creditCodeUsed.message || message === failures.companyNameUsed.message

/** Somebody else has it: the way to the claim. */
const ClaimWay = () => (
  <p className="mt-1.5 text-sm text-ink-2">
    确属贵企业、不是同事建立的，可以
    <Button kind="link" size="sm" className="max-md:min-h-11" onClick={openClaim}>
      提交认领
    </Button>
  </p>
)

/** What stands on the licence, to be checked by the person. */
export const CertificationFields = ({ form, values }: Props) => {
  const read = useStore(filled)
  const used = useStore(taken)
  const field = (name: ReadableField) => ({
    ...form.text(name),
    hint: read.has(name) ? fromLicence : undefined,
    onChange: (event: { target: { value: string } }) => typeInto(name, event.target.value),
  })
  const pickedField = (name: ReadableField) => ({
    ...form.picked(name),
    hint: read.has(name) ? fromLicence : undefined,
    onChange: (value: string) => typeInto(name, value),
  })
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <div>
        <Input
          label="企业名称"
          required
          maxLength={60}
          {...field('companyName')}
          error={form.fault('companyName') ?? used.companyName}
          onBlur={() => void checkFree('companyName')}
        />
        {isTaken(used.companyName ?? form.fault('companyName')) && <ClaimWay />}
        <Suggestion field="companyName" />
      </div>
      <div>
        <Input
          label="统一社会信用代码"
          required
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          {...field('creditCode')}
          error={form.fault('creditCode') ?? used.creditCode}
          onBlur={() => void checkFree('creditCode')}
        />
        {isTaken(used.creditCode ?? form.fault('creditCode')) && <ClaimWay />}
        {form.fault('creditCode') === undefined && <CreditCodeNote code={values.creditCode} />}
        <Suggestion field="creditCode" />
      </div>
      <div>
        <Input label="法定代表人" required maxLength={30} {...field('legalPerson')} />
        <Suggestion field="legalPerson" />
      </div>
      <div>
        <DateInput label="成立日期" {...pickedField('foundedAt')} />
        <Suggestion field="foundedAt" />
      </div>
      <div className="md:col-span-2">
        <DistrictPicker
          label="所在地区"
          required
          levels={3}
          value={values.districtCode}
          onChange={(code) => typeInto('districtCode', code ?? '')}
          error={form.fault('districtCode')}
        />
        {read.has('districtCode') && <p className="mt-1.5 text-sm text-ink-3">由信用代码推断，请核对</p>}
      </div>
      <div className="md:col-span-2">
        <Input label="住所" required maxLength={100} {...field('address')} />
        <Suggestion field="address" />
      </div>
      <div>
        <DateInput
          label="营业期限"
          required={!values.longTerm}
          disabled={values.longTerm}
          {...pickedField('validUntil')}
        />
        <Suggestion field="validUntil" />
        <div className="mt-2">
          <Switch label="长期" on={values.longTerm} onChange={setLongTerm} />
        </div>
      </div>
      <div className="md:col-span-2">
        <Textarea
          label="经营范围"
          rows={4}
          maxLength={2000}
          typed={values.businessScope.length}
          {...field('businessScope')}
        />
        <Suggestion field="businessScope" />
      </div>
    </div>
  )
}
