import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import type { SheetFault } from '../../../contract/catalogue/publishing.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import * as store from '../../../stores/catalogue/listing-sheets.ts'
import { sellerProducts, sellerServices } from '../../../stores/catalogue/seller-listings.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ImportFrame } from './ImportFrame.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { useAutoReview } from '../../review/AutoReview.tsx'

/** Effect of the import: 新建 12 项，修改 3 项. */
const plan = ({ created, changed }: store.SheetCheck) =>
  [created > 0 && `新建 ${created} 项`, changed > 0 && `修改 ${changed} 项`].filter(Boolean).join('，')

interface FaultsProps {
  readonly checked: store.SheetCheck
  readonly making: boolean
  readonly onDownload: () => void
}
const Faults = ({ checked, making, onDownload }: FaultsProps) => (
  <>
    <Notice tone="bad" title={`共 ${checked.rows} 行，${checked.faultCount} 处需要修改，没有导入任何一行`}>
      请在 Excel 中逐行修改并保存，再重新选择文件。
      {checked.faultCount > checked.faults.length && `这里列出前 ${checked.faults.length} 处。`}
      <span className="mt-3 block">
        <Button size="sm" className="max-md:h-11" busy={making} onClick={onDownload}>
          <Download className="size-4" />
          下载标明错误原因的表格
        </Button>
      </span>
    </Notice>
    <div
      className="mt-4 max-h-72 overflow-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label="需要修改的地方"
    >
      <table className="w-full text-left">
        <caption className="sr-only">需要修改的地方</caption>
        <thead className="sticky top-0 bg-surface-2 text-sm text-ink-2">
          <tr>
            <th scope="col" className="h-9 w-16 px-4 font-normal">
              行
            </th>
            <th scope="col" className="px-4 font-normal">
              列
            </th>
            <th scope="col" className="px-4 font-normal">
              要改什么
            </th>
          </tr>
        </thead>
        <tbody>
          {checked.faults.map(({ row, column, message }: SheetFault, at) => (
            <tr key={at} className="border-t border-line align-top">
              <td className="px-4 py-2 tabular-nums">{row}</td>
              <td className="px-4 py-2 whitespace-nowrap">{column || '--'}</td>
              <td className="px-4 py-2">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)

/** Sheet import: template, file, row-by-row check, import. */
export const ImportDialog = ({ kind }: { kind: ListingKind }) => {
  const state = useStore(store.sheetImport)
  const making = useStore(store.sheetInProgress)
  const files = useStore(store.sheetUpload.items)
  const auto = useAutoReview()
  const list = kind === 'service' ? sellerServices : sellerProducts
  if (state.at === 'closed') return null
  const { name } = listingKindInfo[kind]
  const checked = 'checked' in state ? state.checked : undefined
  const right = checked !== undefined && checked.faultCount === 0 && checked.rows > 0
  const send = (submit: boolean) =>
    void store.commitImport(submit).then((done) => {
      if (done) void list.load()
    })
  const download = (made: ReturnType<typeof store.downloadErrorSheet>) =>
    void made.then((failure) => {
      if (failure) toast.error(failure.message)
    })
  const template = () => download(store.downloadTemplate(kind))
  return (
    <ImportFrame
      title={`批量导入${name}`}
      text="先下载模板填写，再选择文件检查；逐行检查全部无误才会导入。"
      step={state.at}
      onClose={store.closeImport}
      onRestart={store.restartImport}
      ways={right ? { draft: '导入为草稿', submit: `导入并提交 ${checked.rows} 行` } : null}
      onImport={send}
    >
      {state.at === 'choosing' && (
        <div className="space-y-4">
          {state.failure && <Notice tone="bad" title={state.failure.message} />}
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-surface-2 p-4">
            <span className="min-w-0 flex-1">模板含填写说明与可选值；填写已有的{name}编号即为修改那一项。</span>
            <Button busy={making === 'template'} onClick={template}>
              <Download className="size-4" />
              下载模板
            </Button>
          </div>
          <Upload
            label="填好的表格"
            files={files}
            multiple={false}
            accept=".xlsx"
            rule="Excel 工作簿（.xlsx），不超过 20 MB"
            onAdd={store.sheetUpload.add}
            onRemove={store.sheetUpload.remove}
            onRetry={store.sheetUpload.retry}
          />
        </div>
      )}
      {state.at === 'checking' && (
        <p className="py-8 text-center" role="status">
          正在逐行检查 {state.name}
        </p>
      )}
      {state.at === 'importing' && (
        <p className="py-8 text-center" role="status">
          正在导入 {state.checked.rows} 行
        </p>
      )}
      {state.at === 'checked' && (
        <div className="space-y-4">
          {state.failure && <Notice tone="bad" title={state.failure.message} />}
          {state.checked.faultCount > 0 ? (
            <Faults
              checked={state.checked}
              making={making === 'faults'}
              onDownload={() => download(store.downloadErrorSheet())}
            />
          ) : state.checked.rows === 0 ? (
            <Notice tone="act" title="表格里没有要导入的行">
              请在模板的表头下面填写，每行一项，保存后重新选择文件。
            </Notice>
          ) : (
            <Notice tone="good" title={`${state.checked.rows} 行全部无误`}>
              将{plan(state.checked)}。导入为草稿可以再逐项修改；导入并提交则
              {auto ? '立即上架（演示环境自动审核）' : '直接进入审核'}。
            </Notice>
          )}
        </div>
      )}
      {state.at === 'done' && (
        <Notice tone="good" title={`已导入 ${state.checked.rows} 行：${plan(state.checked)}`}>
          {!state.submitted
            ? '都存为草稿，可在列表中逐项修改或批量提交。'
            : auto
              ? '已提交并自动通过，买家现在即可看到。'
              : '已提交，审核通过后买家即可看到。'}
        </Notice>
      )}
    </ImportFrame>
  )
}
