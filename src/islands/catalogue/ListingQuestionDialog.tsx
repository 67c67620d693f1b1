import { useStore } from '@nanostores/react'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { kindWords } from '../../stores/catalogue/listing-calls.ts'
import { sellerProducts, sellerServices, type ListingAct } from '../../stores/catalogue/seller-listings.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useAutoReview } from '../AutoReview.tsx'
import { actWords } from './ListingCells.tsx'

/** What will follow, so that nobody has to guess. */
const consequences: Readonly<Record<ListingAct, string>> = {
  submit: '提交后进入审核，通过后买家即可看到；有未填的内容时会逐条告诉您。',
  withdraw: '撤回后可以继续修改，改好再提交。',
  unlist: '下架后买家看不到也不能下单，收藏过的买家会收到提醒；随时可以重新上架。',
  relist: '重新上架后买家即可看到。',
  delete: '删除后不能恢复，其中的内容与图片不再保留。',
}
/** In place of a review (demo only). */
const submitAuto = '演示环境自动审核，提交后立即上架；有未填的内容时会逐条告诉您。'
const done: Readonly<Record<ListingAct, string>> = {
  submit: '已提交',
  withdraw: '已撤回',
  unlist: '已下架',
  relist: '已重新上架',
  delete: '已删除',
}

/** Asks before something is done with one or several listings, and tells of those that could not be. */
export const ListingQuestionDialog = ({ kind }: { kind: ListingKind }) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const question = useStore(store.question)
  const auto = useAutoReview()
  if (question === null) return null
  const { act, rows } = question
  const { name, edit } = kindWords[kind]
  if (question.at === 'told') {
    const { done: count, failed } = question.outcomes
    return (
      <Dialog
        open
        width="md"
        onClose={store.dismiss}
        title={count === 0 ? `没有${actWords[act]}` : `${count} 项${done[act]}，${failed.length} 项未成功`}
        actions={
          <Button kind="main" onClick={store.dismiss}>
            知道了
          </Button>
        }
      >
        <ul className="divide-y divide-line">
          {failed.map(({ id, title, message }) => (
            <li key={id} className="flex items-start justify-between gap-4 py-3">
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{title || '未填写标题'}</span>
                <span className="block text-sm text-bad">{message}</span>
              </span>
              <LinkButton size="sm" href={edit(id)} aria-label={`打开 ${title || '未填写标题'}`}>
                打开
              </LinkButton>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  const [first] = rows
  const what = rows.length === 1 ? `“${first?.title || '未填写标题'}”` : `这 ${rows.length} 项${name}`
  const busy = question.at === 'sending'
  const failure = question.at === 'asking' ? question.failure : null
  const send = () =>
    void store.answer().then((whole) => {
      if (whole) toast.good(rows.length === 1 ? `${name}${done[act]}` : `${rows.length} 项${name}${done[act]}`)
    })
  return (
    <Dialog
      open
      onClose={store.dismiss}
      title={`${actWords[act]}${name}`}
      text={`${actWords[act]}${what}？${act === 'submit' && auto ? submitAuto : consequences[act]}`}
      actions={
        <>
          <Button onClick={store.dismiss} data-autofocus={act === 'delete' || undefined}>
            取消
          </Button>
          <Button
            kind={act === 'delete' ? 'danger' : 'main'}
            busy={busy}
            onClick={send}
            data-autofocus={act !== 'delete' || undefined}
          >
            {actWords[act]}
          </Button>
        </>
      }
    >
      {failure && <Notice tone="bad" title={failure.message} />}
    </Dialog>
  )
}
