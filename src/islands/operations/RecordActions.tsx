import { useStore } from '@nanostores/react'
import type { RecordAction } from '../../contract/operations/platform-records.ts'
import {
  closeRecordAction,
  openRecordAction,
  recordAction,
  submitRecordAction,
  type RecordTarget,
} from '../../stores/operations/record-actions.ts'
import { links } from '../../domain/links.ts'
import { Button } from '../../ui/button/Button.tsx'
import { buttonClass } from '../../ui/button/button-class.ts'
import { ReasonDialog } from '../form/ReasonDialog.tsx'

interface ActionText {
  readonly label: string
  readonly text: string
  /** Restores or only adds. */
  readonly calm?: true
  /** Who reads the reason. */
  readonly hint: string
  readonly maxLength?: number
  /** What the person writes, where it is no reason. */
  readonly field?: string
}
const told = '对方会看到，并写入操作记录'
const recorded = '写入操作记录'
const texts: Readonly<Record<RecordAction, ActionText>> = {
  userSuspend: {
    label: '停用用户',
    text: '登录与推送立即结束，恢复前不能再登录。企业的其他成员不受影响。',
    hint: told,
  },
  userRestore: { label: '恢复用户', text: '可以重新登录；此前被企业停用的仍停用。', calm: true, hint: told },
  sessionsEnd: { label: '结束登录', text: '全部设备上的登录立即结束，本人可以重新登录。', hint: recorded },
  accountView: {
    label: '只读查看',
    text: '15 分钟内，本浏览器以该用户的身份显示页面。不能代为操作，会话、保密资料、银行账户与私有文件不开放。',
    calm: true,
    hint: told,
  },
  messagesResend: {
    label: '重发消息',
    text: '重发近七天没有送达的短信与邮件，验证码与邀请除外。',
    calm: true,
    hint: recorded,
  },
  companySuspend: {
    label: '申请停用企业',
    text: '由另一位运营人员在三天内确认后生效。生效后，店铺、服务、商品与需求数秒内不再展示，不能发起新的交易；履行中的订单由双方照常完成。',
    hint: told,
  },
  companySuspendConfirm: {
    label: '确认停用企业',
    text: '店铺、服务、商品与需求数秒内不再展示，不能发起新的交易；履行中的订单由双方照常完成。',
    hint: told,
  },
  approvalEnd: { label: '撤销申请', text: '申请结束，企业不受影响。', calm: true, hint: recorded },
  companyRestore: { label: '恢复企业', text: '随停用撤下的服务、商品与需求恢复展示。', calm: true, hint: told },
  certificationRevoke: {
    label: '撤销认证',
    text: '信用代码不再为该企业保留，服务与商品下架，须以营业执照重新认证。不能撤回。',
    hint: told,
  },
  shopClose: { label: '关闭店铺', text: '服务与商品下架。有未完成订单的不能关闭，可改为停用企业。', hint: told },
  listingSuspend: { label: '下架', text: '数秒内不再展示，店铺不能自行重新上架。', hint: told },
  listingRelease: { label: '解除下架', text: '变为已下架状态，店铺可以重新上架。', calm: true, hint: told },
  demandSuspend: { label: '下架', text: '数秒内不再展示，供应商不能报价。', hint: told },
  demandRelease: { label: '恢复展示', text: '重新公开；已过报价截止时间的随即转入评选。', calm: true, hint: told },
  note: { label: '写备注', text: '只有运营人员可以看到。', calm: true, hint: recorded, maxLength: 500, field: '备注' },
}

/** What an operator may do to a record, each with a reason. */
export const RecordActions = (
  props: RecordTarget & { title: string; actions: readonly RecordAction[]; companyId?: number },
) => {
  const { kind, id, approvalId, title, actions, companyId } = props
  const open = useStore(recordAction)
  const about = companyId === undefined ? undefined : links.platformActions({ companyId })
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <Button
          key={action}
          className="max-md:h-11"
          kind={texts[action].calm === true ? 'plain' : 'outline'}
          onClick={() => openRecordAction(action)}
        >
          {texts[action].label}
        </Button>
      ))}
      {about !== undefined && (
        <a href={about} className={`${buttonClass({ kind: 'link' })} max-md:h-11`}>
          操作记录
        </a>
      )}
      {open !== null && (
        <ReasonDialog
          open
          title={`${texts[open.action].label}：${title}`}
          text={texts[open.action].text}
          label={texts[open.action].field ?? '原因'}
          confirm={texts[open.action].label}
          hint={texts[open.action].hint}
          maxLength={texts[open.action].maxLength ?? 300}
          calm={texts[open.action].calm}
          busy={open.sending}
          failure={open.failure}
          onCancel={closeRecordAction}
          onConfirm={(reason) => void submitRecordAction({ kind, id, approvalId }, reason)}
        />
      )}
    </div>
  )
}
