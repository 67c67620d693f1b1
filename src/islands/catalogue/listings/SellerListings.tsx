import { useStore } from '@nanostores/react'
import { FileSpreadsheet, Hexagon, PencilLine } from 'lucide-react'
import { isListingSuspended, listingLabels, listingStatuses } from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import * as sheets from '../../../stores/catalogue/listing-sheets.ts'
import { sellerProducts, sellerServices, type ListingAction } from '../../../stores/catalogue/seller-listings.ts'
import { openStructureImport } from '../../../stores/catalogue/structure-import.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DailyList } from '../../list/DailyList.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import { useAutoReview } from '../../review/AutoReview.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { actionLabels, shortTitle } from './ListingCells.tsx'
import { ListingBulkActions, listingColumns } from './ListingTable.tsx'
import { PriceChangeDialog } from './PriceChangeDialog.tsx'
import { StructureImportDialog } from './StructureImportDialog.tsx'

type Props = {
  kind: ListingKind
  /** Query of the address, so that the server renders the same. */
  search: string
  now: string
}

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
const ListingQuestionDialog = ({ kind }: { kind: ListingKind }) => {
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
        title={count === 0 ? `${actionLabels[action]}失败` : `${count} 项${done[action]}，${failed.length} 项未成功`}
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

/** The shop's own services or products by status: filter, select, change, import and export. */
export const SellerListings = ({ kind, search, now }: Props) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const words = listingKindInfo[kind]
  const counts = useStore(store.counts)
  const query = useStore(store.query)
  const shown = listingStatuses.filter(
    (status) => !isListingSuspended(status) || query?.status === status || (counts?.suspended ?? 0) > 0,
  )
  const tabs = [
    { key: 'all', label: '全部', count: counts?.all },
    ...shown.map((status) => ({ key: status, label: listingLabels[status].label, count: counts?.[status] })),
  ]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{words.name}管理</h1>
        <div className="flex flex-wrap gap-3 max-md:w-full max-md:gap-2">
          <Button className="max-md:h-11 max-md:grow" onClick={() => sheets.openImport(kind)}>
            <FileSpreadsheet className="size-4" />
            批量导入
          </Button>
          {kind === 'product' && (
            <Button className="max-md:h-11 max-md:grow" onClick={openStructureImport}>
              <Hexagon className="size-4" />
              导入结构
            </Button>
          )}
          <SheetButton name={store.name} label="导出 Excel" onDownload={() => store.downloadSheet()} />
          <LinkButton kind="main" className="max-md:h-11 max-md:grow" href={words.edit()}>
            <PencilLine className="size-4" />
            发布{words.name}
          </LinkButton>
        </div>
      </div>
      <DailyList
        list={store}
        search={search}
        what={words.name}
        permission={kind === 'service' ? 'org_service_manage' : 'goods_manage'}
        placeholder={kind === 'service' ? '服务标题或编号' : '标题、编号、货号或 CAS 号'}
        amount="价格"
        days="更新日期"
        tabs={{ label: `${words.name}状态`, tabsOf: () => tabs }}
        caption={`${words.name}列表`}
        columns={listingColumns(kind, store, now)}
        rowName={shortTitle}
        bulk={(rows) => <ListingBulkActions store={store} rows={rows} />}
        empty={<NoListings kind={kind} />}
      />
      <ListingQuestionDialog kind={kind} />
      <PriceChangeDialog kind={kind} form={store.priceChange} />
      <ImportDialog kind={kind} />
      {kind === 'product' && <StructureImportDialog />}
      <Toaster />
    </>
  )
}

const NoListings = ({ kind }: { kind: ListingKind }) => {
  const { name, edit } = listingKindInfo[kind]
  return (
    <EmptyState title={`暂无${name}`} text={`发布后买家可以搜到、收藏和询价。${name}较多时可用 Excel 批量导入。`}>
      <LinkButton kind="main" href={edit()}>
        发布{name}
      </LinkButton>
      <Button onClick={() => sheets.openImport(kind)}>批量导入</Button>
    </EmptyState>
  )
}
