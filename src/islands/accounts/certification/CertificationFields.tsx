import { useStore } from '@nanostores/react'
import { failures } from '../../../contract/failures.ts'
import {
  checkUniqueness,
  autofilledFields,
  setLongTerm,
  licenceSuggestions,
  uniquenessErrors,
  acceptSuggestion,
  setCertificationText,
} from '../../../stores/accounts/certification/certification-form.ts'
import { openClaimForm as openClaim } from '../../../stores/accounts/certification/claims.ts'
import type { CertificationValues } from '../../../stores/accounts/certification/certification-values.ts'
import type { ReadableField } from '../../../stores/accounts/certification/licence-ocr.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import type { FormBindings } from '../../form/use-form.ts'
import { CreditCodeNote } from './CreditCodeNote.tsx'

type Props = { form: FormBindings<CertificationValues>; values: CertificationValues }

const fromLicence = '识别填入，请核对'

/** Suggests the OCR value where it differs from the typed one. */
const Suggestion = ({ field }: { field: ReadableField }) => {
  const found = useStore(licenceSuggestions)[field]
  if (found === undefined) return null
  return (
    <button
      type="button"
      className="mt-1.5 inline-flex max-w-full items-center gap-1.5 rounded-md border border-warn-line bg-warn-soft px-2.5 py-1 text-left text-sm text-warn hover:border-warn max-md:min-h-11"
      onClick={() => acceptSuggestion(field)}
    >
      <span className="truncate">执照上是：{found}</span>
      <span className="shrink-0 font-medium underline underline-offset-3">采用</span>
    </button>
  )
}

/** Whether a field's error is that another company uses the value. */
const isTaken = (message: string | undefined) =>
  message === failures.creditCodeUsed.message || message === failures.companyNameUsed.message

/** Link to the claim if another company uses the name or code. */
const ClaimWay = () => (
  <p className="mt-1.5 text-sm text-ink-2">
    确属贵企业、不是同事建立的，可以
    <Button kind="link" size="sm" className="max-md:min-h-11" onClick={openClaim}>
      提交认领
    </Button>
  </p>
)

/** Fields of the licence, to be checked by the user. */
export const CertificationFields = ({ form, values }: Props) => {
  const read = useStore(autofilledFields)
  const used = useStore(uniquenessErrors)
  const field = (name: ReadableField) => ({
    ...form.text(name),
    hint: read.has(name) ? fromLicence : undefined,
    onChange: (event: { target: { value: string } }) => setCertificationText(name, event.target.value),
  })
  const pickedField = (name: ReadableField) => ({
    ...form.picker(name),
    hint: read.has(name) ? fromLicence : undefined,
    onChange: (value: string) => setCertificationText(name, value),
  })
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <div>
        <Input
          label="企业名称"
          required
          maxLength={60}
          {...field('companyName')}
          error={form.error('companyName') ?? used.companyName}
          onBlur={() => void checkUniqueness('companyName')}
        />
        {isTaken(used.companyName ?? form.error('companyName')) && <ClaimWay />}
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
          error={form.error('creditCode') ?? used.creditCode}
          onBlur={() => void checkUniqueness('creditCode')}
        />
        {isTaken(used.creditCode ?? form.error('creditCode')) && <ClaimWay />}
        {form.error('creditCode') === undefined && <CreditCodeNote code={values.creditCode} />}
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
          onChange={(code) => setCertificationText('districtCode', code ?? '')}
          error={form.error('districtCode')}
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
