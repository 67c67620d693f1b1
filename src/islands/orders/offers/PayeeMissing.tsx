import { links } from '../../../domain/links.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { ChatLink } from '../../demands/ChatLink.tsx'

/** For a supplier without a payee account: buyers cannot pay by transfer until it is entered. */
export const OwnPayeeMissing = ({ className }: { className: string }) => (
  <div className={className}>
    <Notice tone="bad" title="买家无法付款，请先填写收款账户">
      <p>填写开户银行与账号后，买家即可按付款计划转账。</p>
      <div className="mt-3 print:hidden">
        <LinkButton kind="main" size="sm" className="max-md:h-11" href={links.sellerAccount({ tab: 'receiving' })}>
          填写收款账户
        </LinkButton>
      </div>
    </Notice>
  </div>
)

type Props = { supplier: { orgId: number; name: string }; className: string }

/** For a buyer: the supplier cannot be paid by transfer yet; shows what to do. */
export const SupplierPayeeMissing = ({ supplier, className }: Props) => (
  <div className={className}>
    <Notice tone="act" title="供应商尚未填写收款账户，暂不能银行转账">
      <p>平台已提示供应商填写。请联系供应商，填写后即可付款；本站开通在线付款的，也可以在线付款。</p>
      <div className="mt-3 print:hidden">
        <ChatLink orgId={supplier.orgId} who={supplier.name} label="联系供应商" className="max-md:h-11" />
      </div>
    </Notice>
  </div>
)
