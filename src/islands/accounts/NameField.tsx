import type { OwnCompany } from '../../contract/accounts/companies.ts'
import type { CompanyValues } from '../../stores/accounts/company-values.ts'
import { labelClass } from '../../ui/control-class.ts'
import { Input } from '../../ui/Input.tsx'
import type { DrawnForm } from '../use-typed-form.ts'

type Props = {
  form: DrawnForm<CompanyValues>
  company: OwnCompany | null
  /** Whether the name may be changed here. */
  open: boolean
}

/** 企业名称: to be typed until the certification has it, then to be read. */
export const NameField = ({ form, company, open }: Props) =>
  open ? (
    <Input
      label="企业名称"
      required
      maxLength={60}
      autoComplete="organization"
      hint="与营业执照一致"
      {...form.text('companyName')}
    />
  ) : (
    <div>
      <p className={labelClass}>企业名称</p>
      <p className="flex min-h-9 items-center font-medium">{company?.name}</p>
      <p className="mt-1.5 text-sm text-ink-3">名称与代码 {company?.creditCode} 已认证，随新的企业认证变更</p>
    </div>
  )
