import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  closingDays,
  exportDays,
  isCopyBeingMade,
  isCopyFailed,
  isCopyReady,
  type ClosingObstacle,
} from '../../../domain/accounts/closing.ts'
import { links } from '../../../domain/links.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/security/personal-data.ts'
import { onPush } from '../../../stores/operations/push-notices.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { CodeFields } from './CodeFields.tsx'

const occasions = { register: '注册时同意', sso: '首次统一身份登录时同意', renewal: '版本更新后同意' } as const
const inText = 'text-accent underline underline-offset-3'

const failedBy = (failure: { readonly message: string } | undefined, done: string) => {
  if (failure === undefined) toast.success(done)
  else toast.error(failure.message)
}

/** State of the copy in words. */
const copyWords = (copy: store.DataCopy | null): string => {
  if (copy === null) return `包含您的账号资料、联系方式与使用记录，生成后 ${exportDays} 天内可下载。`
  if (isCopyBeingMade(copy.status)) return `${dateTime(copy.createdAt)} 提交，正在生成，完成后会通知您。`
  if (isCopyFailed(copy.status)) return `${dateTime(copy.createdAt)} 提交的副本未能生成，请重新申请。`
  const until = copy.expiresAt === null ? '' : `，${dateTime(copy.expiresAt)} 前可下载`
  return `已生成（ZIP，${formatFileSize(copy.size)}）${until}。`
}

const Copy = ({ copy }: { copy: store.DataCopy | null }) => {
  const busy = useStore(store.personalDataBusy)
  const ask = () => void store.requestDataCopy().then((failure) => failedBy(failure, '已提交，副本生成后会通知您'))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-5 py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">个人信息副本</h3>
        <p className="text-ink-2" role="status">
          {copyWords(copy)}
        </p>
      </div>
      <div className="flex gap-3 max-md:w-full max-md:flex-col">
        {copy !== null && isCopyReady(copy.status) && (
          <LinkButton kind="main" href={copy.url} download>
            下载副本
          </LinkButton>
        )}
        {!isCopyBeingMade(copy?.status) && (
          <Button busy={busy === 'copy'} onClick={ask}>
            {copy === null ? '申请副本' : '重新申请'}
          </Button>
        )}
      </div>
    </li>
  )
}

const Consents = ({ agreements: { version, isOutdated, accepted } }: { agreements: store.Agreements }) => {
  const busy = useStore(store.personalDataBusy)
  const accept = () => void store.acceptAgreement(version).then((failure) => failedBy(failure, `已同意 ${version} 版`))
  return (
    <li className="border-t border-line px-5 py-4 first:border-t-0">
      <h3 className="font-medium">同意记录</h3>
      <p className="text-ink-2">
        现行版本 {version}：
        <a className={inText} href={links.agreement()} target="_blank" rel="noopener">
          《用户协议》
        </a>
        <a className={inText} href={links.agreement('privacy')} target="_blank" rel="noopener">
          《隐私政策》
        </a>
      </p>
      {isOutdated && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-2">您尚未同意现行版本，请阅读后确认。</p>
          <Button className="max-md:w-full" busy={busy === 'accept'} onClick={accept}>
            已阅读并同意
          </Button>
        </div>
      )}
      {accepted.length > 0 && (
        <ul className="mt-2 space-y-1">
          {accepted.map((row) => (
            <li key={row.version} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
              <span className="tabular-nums">{row.version}</span>
              {row.version === version && <Tag label="现行" />}
              <span className="text-ink-2">{occasions[row.occasion]}</span>
              <time className="text-ink-3 tabular-nums" dateTime={row.createdAt}>
                {dateTime(row.createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {accepted.length === 0 && !isOutdated && <p className="mt-2 text-sm text-ink-3">暂无同意记录。</p>}
    </li>
  )
}

const Closing = () => {
  const busy = useStore(store.personalDataBusy)
  const start = () => void store.startClosing().then((failure) => failure !== undefined && toast.error(failure.message))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-5 py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">注销账号</h3>
        <p className="text-ink-2">
          提交后立即退出所有登录，{closingDays} 天内登录可以撤销；到期后删除个人信息，不可恢复。
        </p>
      </div>
      <Button kind="danger" className="max-md:w-full" busy={busy === 'closing'} onClick={start}>
        注销账号
      </Button>
    </li>
  )
}

/** Where each obstacle is solved. */
const solvedAt: Readonly<Record<ClosingObstacle, { readonly label: string; readonly href: string } | undefined>> = {
  staff: undefined,
  orders: { label: '我的订单', href: links.buyerOrders() },
  payouts: { label: '查看货款', href: links.sellerMoney() },
  unpaid: { label: '我的订单', href: links.buyerOrders() },
  demands: { label: '我的需求', href: links.buyerDemands() },
  administrator: { label: '子账号管理', href: links.buyerSubAccounts() },
}

const Obstacles = ({ obstacles }: { obstacles: store.AccountClosing['obstacles'] }) => (
  <Dialog
    open
    onClose={store.closeClosingDialog}
    title="账号暂时不能注销"
    text="请先处理以下事项，再申请注销。"
    actions={<Button onClick={store.closeClosingDialog}>知道了</Button>}
  >
    <ul className="space-y-3">
      {obstacles.map(({ kind, text }) => (
        <li key={kind} className="rounded-md border border-line px-4 py-3">
          <p>{text}。</p>
          {solvedAt[kind] !== undefined && (
            <a className={`${inText} inline-flex items-center max-md:min-h-11`} href={solvedAt[kind].href}>
              前往{solvedAt[kind].label}
            </a>
          )}
        </li>
      ))}
    </ul>
  </Dialog>
)

const wayWords = { sms: '手机号', mail: '邮箱' } as const

const ClosingForm = ({ ways, demo }: { ways: store.AccountClosing['ways']; demo: boolean }) => {
  const form = useForm(store.closingForm)
  const way = form.values?.way ?? 'sms'
  if (form.sending.at === 'asking') {
    return (
      <Confirm
        open
        title="确认注销账号"
        text={`提交后立即退出所有登录。${closingDays} 天内登录可以撤销，之后不可恢复。`}
        confirm="注销账号"
        danger
        onCancel={store.closingForm.clearErrors}
        onConfirm={() => void store.submitClosing()}
      />
    )
  }
  return (
    <FormDialog
      form={form}
      title="注销账号"
      submit="下一步"
      danger
      width="sm"
      onSubmit={store.closingForm.requestConfirmation}
      onClose={store.closeClosingDialog}
    >
      <dl className="space-y-2 rounded-md bg-surface-2 px-4 py-3 text-ink-2">
        <div>
          <dt className="font-medium text-ink">到期后删除</dt>
          <dd>登录名、手机号、邮箱、姓名、名片、收藏、关注、购物车、地址与登录设备。</dd>
        </div>
        <div>
          <dt className="font-medium text-ink">依法保留</dt>
          <dd>订单、付款、合同与发票按法定期限保留；发给对方的沟通、评价保留，但不再显示您的姓名。</dd>
        </div>
        <div>
          <dt className="font-medium text-ink">企业资料</dt>
          <dd>属于企业的店铺、商品与需求由其他成员继续管理。</dd>
        </div>
      </dl>
      {ways.length === 0 ? (
        <Notice tone="act" title="请先绑定手机号或邮箱">
          注销账号须用验证码确认是您本人。
        </Notice>
      ) : (
        <>
          {ways.length > 1 && (
            <Radio
              label="用什么确认"
              options={ways.map((each) => ({ value: each.way, label: `${wayWords[each.way]} ${each.target}` }))}
              value={way}
              onChange={store.chooseClosingWay}
            />
          )}
          <CodeFields
            key={way}
            label={way === 'sms' ? '短信验证码' : '邮件验证码'}
            text={form.text}
            set={store.closingForm.set}
            captcha={store.closingCaptcha}
            sending={store.closingCodes[way]}
            fields={['captcha', 'smsCode']}
            onFaults={store.closingForm.setErrors}
            demo={demo}
          />
        </>
      )}
    </FormDialog>
  )
}

/** 个人信息: a copy of one's data, consents, and closing the account. */
export const PersonalData = ({ demo }: { demo: boolean }) => {
  const state = useStore(store.personalData)
  const open = useStore(store.closingDialog)
  // The notice that the copy is ready arrives by push.
  useEffect(() => onPush(() => store.isCopyWaiting() && void store.loadPersonalData()), [])
  return (
    <>
      <AsyncContent
        state={state}
        what="个人信息"
        onRetry={() => void store.loadPersonalData()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={5} className="min-h-[300px]" />}
      >
        {({ agreements, copy }) => (
          <section aria-labelledby="personal-data" className="rounded-lg border border-line bg-surface">
            <h2 id="personal-data" className="border-b border-line px-5 py-3 text-lg font-semibold">
              个人信息
            </h2>
            <ul>
              <Copy copy={copy} />
              <Consents agreements={agreements} />
              <Closing />
            </ul>
          </section>
        )}
      </AsyncContent>
      {open.at === 'obstructed' && <Obstacles obstacles={open.obstacles} />}
      {open.at === 'form' && <ClosingForm ways={open.ways} demo={demo} />}
    </>
  )
}
