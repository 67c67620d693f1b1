import { permissionName, type Permission } from '../../../domain/accounts/permissions.ts'
import type { OwnCompany } from '../../../contract/accounts/companies.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FactList } from '../../FactList.tsx'

/** Notice that the page is read-only, and who can change it. */
export const ReadOnlyNotice = ({ right }: { right: Permission }) => (
  <Notice tone="mute" title={`您没有“${permissionName(right)}”权限，只能查看`}>
    需要修改时，请联系贵企业的主账号，或有“角色管理”权限的同事，在“角色权限”中为您开通。
  </Notice>
)

/** Read-only details of a company. */
export const CompanyFacts = ({ company }: { company: OwnCompany }) => (
  <div className="space-y-4">
    <ReadOnlyNotice right="corporate_show" />
    <section aria-label="企业资料" className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <FactList
        facts={[
          { label: '企业名称', value: company.name },
          { label: '企业简称', value: company.shortName },
          { label: '统一社会信用代码', value: company.creditCode },
          { label: '所在地区', value: company.districtName },
          { label: '详细地址', value: company.address, wide: true },
          { label: '联系人', value: company.contactName },
          { label: '联系电话', value: company.contactPhone },
          { label: '联系邮箱', value: company.contactEmail },
          { label: '网址', value: company.website },
          { label: '人员规模', value: company.scale },
          { label: '简介', value: company.intro, wide: true },
        ]}
      />
    </section>
  </div>
)
