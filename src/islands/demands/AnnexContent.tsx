import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DemandAnnexes } from '../../contract/demands/annexes.ts'
import { links } from '../../domain/links.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/demands/annex.ts'
import { Button } from '../../ui/Button.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AnnexFiles } from './AnnexFiles.tsx'
import { AnnexRefused, isAnnexRefusal } from './AnnexRefused.tsx'
import { AnnexTerms } from './AnnexTerms.tsx'
import { AnnexText } from './AnnexText.tsx'

type In<S extends DemandAnnexes['state']> = { content: Extract<DemandAnnexes, { state: S }> }

/** `保密说明与 3 个保密附件`, `保密说明`, `3 个保密附件` */
const whatWords = (hasText: boolean, files: number) =>
  [hasText ? '保密说明' : '', files > 0 ? `${files} 个保密附件` : ''].filter((word) => word !== '').join('与 ')

const Closed = ({ content }: In<'closed'>) => (
  <>
    <p className="text-ink-2">
      {whatWords(content.hasText, content.fileCount)}
      仅供接受保密条款的供应商查看。接受后，贵企业每次打开都会留下记录，并向需求方显示企业与人员名称。
    </p>
    <Button kind="outline" className="mt-4 max-md:h-11" onClick={store.readTerms}>
      阅读并接受保密条款
    </Button>
    <AnnexTerms content={content} />
  </>
)

const Open = ({ content }: In<'open'>) => (
  <>
    <p className="mb-4 text-sm text-ink-3" role="status">
      贵企业已于 {dateTime(content.acceptedAt)} 接受保密条款。每次打开都会留下记录，并向需求方显示。
    </p>
    {content.hasText && <AnnexText />}
    <AnnexFiles files={content.files} />
  </>
)

const Owner = ({ content }: In<'owner'>) => (
  <>
    {content.hasText && <AnnexText />}
    <AnnexFiles files={content.files} />
  </>
)

const Revoked = ({ content }: In<'revoked'>) => (
  <Notice tone="act" title="需求方已停止贵企业查看保密资料">
    <p>原因：{content.reason}</p>
    <p className="text-sm">{dateTime(content.revokedAt)} 停止。如有疑问，请与需求方沟通；已知悉的内容仍须保密。</p>
  </Notice>
)

const Content = ({ content }: { content: DemandAnnexes }) => {
  if (content.state === 'none') return <p className="text-ink-3">这条需求没有保密资料。</p>
  if (content.state === 'owner') return <Owner content={content} />
  if (content.state === 'open') return <Open content={content} />
  if (content.state === 'revoked') return <Revoked content={content} />
  if (content.state === 'closed') return <Closed content={content} />
  return (
    <Notice tone="mute" title="保密资料不再开放">
      报价已截止或需求已结束，只有仍在评选中的报价方或中标供应商可以查看。{' '}
      <a href={links.demandHall({ openOnly: 1 })} className="text-accent hover:underline">
        看看其他需求
      </a>
    </Notice>
  )
}

/** The confidential part of a demand, in all of its states: what to do first, the terms, text and files, a stop. */
export const AnnexContent = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.annexes)
  useEffect(() => void store.start(demandId), [demandId])
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
      title="保密资料没有读到"
      text={failure.message}
      onRetry={() => void store.load()}
      busy={retrying}
    />
  )
}
