import { useState } from 'react'
import { isWritable } from '../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { kindWords, type OpenedListing } from '../../stores/catalogue/listing-calls.ts'
import * as store from '../../stores/catalogue/listing-form.ts'
import { keepCopy, takeBack } from '../../stores/catalogue/listing-steps.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

type Listing = Omit<OpenedListing, 'values'>
type Words = { readonly tone: 'mute' | 'go' | 'act' | 'bad'; readonly title: string; readonly text: string }

/** What its state means for whoever writes a listing; null where it means nothing. */
function wordsOf({ status, change, reason }: Listing, name: string): Words | null {
  if (status === 'pending_review')
    return { tone: 'go', title: '审核中', text: '审核期间不能修改；需要修改请先撤回，改好后再提交。' }
  if (change === 'pending_review')
    return { tone: 'go', title: '修改审核中', text: '通过后生效，此前买家看到的是原来的内容；需要再改请先撤回。' }
  if (change === 'rejected')
    return { tone: 'bad', title: '修改未通过审核', text: `${reason}。买家看到的仍是原来的内容。` }
  if (status === 'rejected') return { tone: 'bad', title: '未通过审核', text: `${reason}。请修改后重新提交。` }
  if (status === 'suspended')
    return { tone: 'bad', title: '平台已停售', text: `${reason}。您可以修改内容，解除停售请联系平台客服。` }
  if (change === 'draft')
    return { tone: 'act', title: '有未提交的修改', text: '提交并通过审核后生效，此前买家看到的是原来的内容。' }
  if (status === 'published')
    return { tone: 'mute', title: '已上架', text: `修改提交并通过审核后生效，此前买家看到的是现在的${name}。` }
  if (status === 'unlisted')
    return { tone: 'mute', title: '已下架', text: '修改提交并通过审核后生效；重新上架请到列表中操作。' }
  return null
}

/** What stands above the form: its state, what this browser found, and what somebody else did. */
export const ListingBanner = ({ kind, listing }: { kind: ListingKind; listing: Listing }) => {
  const [busy, setBusy] = useState(false)
  const words = wordsOf(listing, kindWords[kind].name)
  if (words === null) return null
  const withdraw = () => {
    setBusy(true)
    void takeBack(kind, 'withdraw').then((failure) => {
      setBusy(false)
      if (failure) toast.bad(failure.message)
      else toast.good('已撤回，可以修改了')
    })
  }
  return (
    <div className="mb-4">
      <Notice tone={words.tone} title={words.title}>
        {words.text.replace(/^。/, '').replaceAll('。。', '。')}
        {!isWritable(listing) && (
          <span className="mt-2 flex flex-wrap gap-3">
            <Button size="sm" busy={busy} onClick={withdraw}>
              撤回{listing.change === null ? '' : '修改'}
            </Button>
            {listing.id !== null && (
              <LinkButton size="sm" href={kindWords[kind].preview({ id: listing.id, no: listing.no })}>
                预览
              </LinkButton>
            )}
          </span>
        )}
      </Notice>
    </div>
  )
}

/** What this browser kept of an older state of the listing. */
export const FoundNotice = () => (
  <div className="mb-4">
    <Notice tone="act" title="本浏览器留有上次未保存的内容，但此后服务器上的内容已更新">
      <span className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => store.decide(true)}>
          用本浏览器的内容
        </Button>
        <Button size="sm" onClick={() => store.decide(false)}>
          用服务器上的内容
        </Button>
      </span>
    </Notice>
  </div>
)

/** Somebody else, or another tab, saved in between. */
export const ConflictNotice = ({ kind }: { kind: ListingKind }) => {
  const [busy, setBusy] = useState(false)
  const copy = () => {
    setBusy(true)
    void keepCopy(kind).then((answer) => {
      setBusy(false)
      if (answer.ok) location.assign(kindWords[kind].edit(answer.content.id))
      else toast.bad(answer.failure.message)
    })
  }
  return (
    <div className="mb-4">
      <Notice tone="bad" title="内容在另一个窗口或由同事修改过">
        您填写的还在下面，但没有保存到服务器，请选择如何继续。
        <span className="mt-2 flex flex-wrap gap-3">
          <Button size="sm" disabled={busy} onClick={() => void store.reload()}>
            载入最新内容
          </Button>
          <Button size="sm" busy={busy} onClick={copy}>
            把我填写的另存为新草稿
          </Button>
        </span>
      </Notice>
    </div>
  )
}
