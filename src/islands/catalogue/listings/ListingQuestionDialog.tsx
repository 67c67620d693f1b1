import { useStore } from '@nanostores/react'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import { sellerProducts, sellerServices, type ListingAction } from '../../../stores/catalogue/seller-listings.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useAutoReview } from '../../review/AutoReview.tsx'
import { actionLabels } from './ListingCells.tsx'

/** Consequence of each action, shown before confirming. */
const consequences: Readonly<Record<ListingAction, string>> = {
  submit: '提交后进入审核，通过后买家即可看到；有未填的内容时会逐条告诉您。',
  withdraw: '撤回后可以继续修改，改好再提交。',
  unlist: '下架后买家看不到也不能下单，收藏过的买家会收到提醒；随时可以重新上架。',
  relist: '重新上架后买家即可看到。',
  delete: '删除后不能恢复，其中的内容与图片不再保留。',
}
/** Instead of a review (demo only). */
const submitAuto = '演示环境自动审核，提交后立即上架；有未填的内容时会逐条告诉您。'
const done: Readonly<Record<ListingAction, string>> = {
  submit: '已提交',
  withdraw: '已撤回',
  unlist: '已下架',
  relist: '已重新上架',
  delete: '已删除',
}

/** Confirms an action on one or several listings and reports failed ones. */
export const ListingQuestionDialog = ({ kind }: { kind: ListingKind }) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const question = useStore(store.confirmation)
  const auto = useAutoReview()
  if (question === null) return null
  const { action, rows } = question
  const { name, edit } = listingKindInfo[kind]
  if (question.at === 'told') {
    const { done: count, failed } = question.outcomes
    return (
      <Dialog
        open
        width="md"
        onClose={store.cancelConfirmation}
        title={count === 0 ? `没有${actionLabels[action]}` : `${count} 项${done[action]}，${failed.length} 项未成功`}
        actions={
          <Button kind="main" onClick={store.cancelConfirmation}>
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
    void store.runConfirmed().then((whole) => {
      if (whole) toast.success(rows.length === 1 ? `${name}${done[action]}` : `${rows.length} 项${name}${done[action]}`)
    })
  return (
    <Dialog
      open
      onClose={store.cancelConfirmation}
      title={`${actionLabels[action]}${name}`}
      text={`${actionLabels[action]}${what}？${action === 'submit' && auto ? submitAuto : consequences[action]}`}
      actions={
        <>
          <Button onClick={store.cancelConfirmation} data-autofocus={action === 'delete' || undefined}>
            取消
          </Button>
          <Button
            kind={action === 'delete' ? 'danger' : 'main'}
            busy={busy}
            onClick={send}
            data-autofocus={action !== 'delete' || undefined}
          >
            {actionLabels[action]}
          </Button>
        </>
      }
    >
      {failure && <Notice tone="bad" title={failure.message} />}
    </Dialog>
  )
}
