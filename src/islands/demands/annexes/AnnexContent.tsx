import { useStore } from '@nanostores/react'
import { FileLock2, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { DemandAnnexes } from '../../../contract/demands/annexes.ts'
import type { demandFile } from '../../../contract/demands/demands.ts'
import { links } from '../../../domain/links.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/annexes/annex.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { Failure } from '../../../contract/envelope.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { createRoot } from 'react-dom/client'

const certification = { label: '企业认证', href: links.buyerAccount({ tab: 'certification' }) }

/** Reasons for refused access to annexes and their remedies, by failure code. */
const refusals: Readonly<Record<number, { title: string; text: string; way?: { label: string; href: string } }>> = {
  403: {
    title: '您没有“我的供应”权限',
    text: '请联系贵企业的主账号，或有“角色管理”权限的同事，在“角色权限”中为您开通。',
    way: { label: '查看我的账号', href: links.buyerAccount() },
  },
  404: {
    title: '这条需求已不再公开',
    text: '需求方可能已关闭或删除了它，保密资料也不再开放。',
    way: { label: '查看其他需求', href: links.demandHall({ openOnly: 1 }) },
  },
  1010: {
    title: '请先完成企业认证',
    text: '保密资料只向认证供应商开放，以企业名义接受保密条款。',
    way: certification,
  },
  1011: {
    title: '贵企业尚未开通店铺',
    text: '保密资料供供应商编制报价使用，开通店铺、成为供应商后即可接受保密条款。',
    way: { label: '开通店铺', href: links.sellerOpenShop() },
  },
  1013: {
    title: '企业认证已过期',
    text: '更新营业执照并通过认证后，即可接受保密条款。',
    way: { label: '更新企业认证', href: certification.href },
  },
}

const isAnnexRefusal = ({ code }: Failure): boolean => refusals[code] !== undefined

/** Reason why the confidential part is not accessible, and the remedy. */
const AnnexRefused = ({ failure }: { failure: Failure }) => {
  const why = refusals[failure.code]
  if (why === undefined) return null
  return (
    <div role="status">
      <p className="font-medium">{why.title}</p>
      <p className="mt-1 text-ink-2">{why.text}</p>
      {why.way && (
        <LinkButton kind="outline" href={why.way.href} className="mt-4 max-md:h-11">
          {why.way.label}
        </LinkButton>
      )}
    </div>
  )
}

/** The confidential text, loaded on demand because each access is logged. */
const AnnexText = () => {
  const text = useStore(store.confidentialText)
  const isOpen = text.at === 'open'
  return (
    <div className="rounded-md border border-line">
      <div className="flex items-center justify-between gap-3 px-4 py-2.5">
        <span className="flex items-center gap-3">
          <FileLock2 className="size-5 shrink-0 text-ink-3" />
          保密说明
        </span>
        <Button
          size="sm"
          className="max-md:h-11"
          busy={text.at === 'opening'}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? store.closeConfidentialText() : void store.openConfidentialText())}
        >
          {isOpen ? '收起' : '打开'}
        </Button>
      </div>
      {isOpen && <p className="border-t border-line px-4 py-3 whitespace-pre-line text-ink-2">{text.text}</p>}
      {text.at === 'failed' && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-bad" role="alert">
          {text.failure.message}，可再次点击“打开”。
        </p>
      )}
    </div>
  )
}

/** Confidential files; downloads are logged by the server. */
const AnnexFiles = ({ files }: { files: readonly z.output<typeof demandFile>[] }) => {
  if (files.length === 0) return null
  return (
    <ul className="mt-3 divide-y divide-line rounded-md border border-line" aria-label="保密附件">
      {files.map((file) => (
        <li key={file.fileId} className="flex items-center gap-3 px-4 py-2.5">
          <FileText className="size-5 shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block wrap-anywhere">{file.name}</span>
            <span className="block text-sm text-ink-3">{formatFileSize(file.size)}</span>
          </span>
          <LinkButton
            size="sm"
            className="max-md:h-11"
            href={file.url}
            target="_blank"
            rel="noopener"
            aria-label={`打开 ${file.name}`}
          >
            打开
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

type ContentProps<S extends DemandAnnexes['state']> = { content: Extract<DemandAnnexes, { state: S }> }

/** `保密说明与 3 个保密附件`, `保密说明`, `3 个保密附件` */
const describeContent = (hasText: boolean, files: number) =>
  [hasText ? '保密说明' : '', files > 0 ? `${files} 个保密附件` : ''].filter((word) => word !== '').join('与 ')

type Props = { content: Extract<DemandAnnexes, { state: 'closed' }> }

/** An article under its heading, or a plain paragraph. */
const Paragraph = ({ lines: [first, ...rest] }: { lines: readonly string[] }) => (
  <p className="whitespace-pre-line">
    {rest.length === 0 ? first : <span className="block font-medium text-ink">{first}</span>}
    {rest.join('\n')}
  </p>
)

/** The confidentiality terms; the check box stays visible while they scroll. */
const AnnexTerms = ({ content }: Props) => {
  const terms = useStore(store.termsDialog)
  if (terms.at === 'shut') return null
  const sending = terms.at === 'sending'
  return (
    <Dialog
      open
      onClose={store.closeTerms}
      title="保密条款"
      text="请完整阅读。接受后条款即对贵企业生效，平台保存接受的全文、时间与经办人。"
      width="lg"
      actions={
        <>
          <div className="w-full border-t border-line pt-4">
            {terms.failure && (
              <div className="mb-3">
                <Notice tone="bad" title={terms.failure.message} />
              </div>
            )}
            <Checkbox
              checked={terms.agreed}
              disabled={sending}
              onChange={(event) => store.setTermsAgreed(event.target.checked)}
              className="max-md:min-h-11"
            >
              我已阅读并代表本企业同意上述保密条款
            </Checkbox>
          </div>
          <Button onClick={store.closeTerms}>暂不接受</Button>
          <Button kind="main" busy={sending} onClick={() => void store.acceptTerms()}>
            接受并查看
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-ink-2">
        {content.terms.split('\n\n').map((paragraph) => (
          <Paragraph key={paragraph} lines={paragraph.split('\n')} />
        ))}
      </div>
    </Dialog>
  )
}

const Closed = ({ content }: ContentProps<'closed'>) => (
  <>
    <p className="text-ink-2">
      {describeContent(content.hasText, content.fileCount)}
      仅供接受保密条款的供应商查看。接受后，贵企业每次打开都会留下记录，并向需求方显示企业与人员名称。
    </p>
    <Button kind="outline" className="mt-4 max-md:h-11" onClick={store.openTerms}>
      阅读并接受保密条款
    </Button>
    <AnnexTerms content={content} />
  </>
)

const Agreed = ({ content }: ContentProps<'agreed'>) => {
  const failure = useStore(store.underAgreement)
  const [busy, setBusy] = useState(false)
  const open = () => {
    setBusy(true)
    void store.openUnderAgreement().finally(() => setBusy(false))
  }
  return (
    <>
      <p className="text-ink-2">
        {describeContent(content.hasText, content.fileCount)}适用双方签署的保密协议 {content.agreementNo}
        ，无须另行接受保密条款。打开后，贵企业每次打开都会留下记录，并向需求方显示企业与人员名称。
      </p>
      {failure !== null && <Notice tone="bad" title={`未能打开：${failure.message}`} />}
      <Button kind="outline" className="mt-4 max-md:h-11" busy={busy} onClick={open}>
        打开
      </Button>
    </>
  )
}

const Open = ({ content }: ContentProps<'open'>) => (
  <>
    <p className="mb-4 text-sm text-ink-3" role="status">
      {content.agreementNo === ''
        ? `贵企业已于 ${dateTime(content.acceptedAt)} 接受保密条款。`
        : `适用双方签署的保密协议 ${content.agreementNo}，无须另行接受保密条款。`}
      每次打开都会留下记录，并向需求方显示。
    </p>
    {content.hasText && <AnnexText />}
    <AnnexFiles files={content.files} />
  </>
)

const Owner = ({ content }: ContentProps<'owner'>) => (
  <>
    {content.hasText && <AnnexText />}
    <AnnexFiles files={content.files} />
  </>
)

const Revoked = ({ content }: ContentProps<'revoked'>) => (
  <Notice tone="act" title="需求方已停止贵企业查看保密资料">
    <p>原因：{content.reason}</p>
    <p className="text-sm">{dateTime(content.revokedAt)} 停止。如有疑问，请与需求方沟通；已知悉的内容仍须保密。</p>
  </Notice>
)

const Content = ({ content }: { content: DemandAnnexes }) => {
  if (content.state === 'none') return <p className="text-ink-3">这条需求没有保密资料。</p>
  if (content.state === 'owner') return <Owner content={content} />
  if (content.state === 'agreed') return <Agreed content={content} />
  if (content.state === 'open') return <Open content={content} />
  if (content.state === 'revoked') return <Revoked content={content} />
  if (content.state === 'closed') return <Closed content={content} />
  return (
    <Notice tone="mute" title="保密资料不再开放">
      报价已截止或需求已结束，只有仍在评选中的报价方或中标供应商可以查看。{' '}
      <a href={links.demandHall({ openOnly: 1 })} className="text-accent hover:underline">
        查看其他需求
      </a>
    </Notice>
  )
}

/** Confidential part of a demand in every state: requirements, terms, text and files, revoked access. */
export const AnnexContent = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.annexes)
  useEffect(() => void store.startAnnex(demandId), [demandId])
  if (state.at === 'loading') {
    return (
      <div role="status">
        <span className="sr-only">保密资料加载中</span>
        <span className="skeleton block h-4 w-3/4" />
        <span className="skeleton mt-3 block h-4 w-1/2" />
        <span className="skeleton mt-4 block h-9 w-40" />
      </div>
    )
  }
  if (state.at === 'ready') return <Content content={state.content} />
  const { failure, retrying } = state
  if (isAnnexRefusal(failure)) return <AnnexRefused failure={failure} />
  return (
    <FailedState
      size="cell"
      title="保密资料加载失败"
      text={failure.message}
      onRetry={() => void store.loadAnnex()}
      busy={retrying}
    />
  )
}

/** Mounts the confidential part in a public page; loaded on demand for signed-in people. */
export function mountAnnex(place: HTMLElement, demandId: number): void {
  createRoot(place).render(<AnnexContent demandId={demandId} />)
}
