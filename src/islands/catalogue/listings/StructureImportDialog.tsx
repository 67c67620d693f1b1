import { useStore } from '@nanostores/react'
import { sellerProducts } from '../../../stores/catalogue/seller-listings.ts'
import * as store from '../../../stores/catalogue/structure-import.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { ImportFrame } from './ImportFrame.tsx'
import { useAutoReview } from '../../review/AutoReview.tsx'

const Faults = ({ checked }: { checked: store.StructureCheck }) => (
  <>
    <Notice tone="bad" title={`共 ${checked.records} 条，${checked.faultCount} 处需要处理，没有导入任何一条`}>
      请在化学软件中修改并重新导出，再选择文件。
      {checked.faultCount > checked.faults.length && `这里列出前 ${checked.faults.length} 处。`}
    </Notice>
    <ul
      className="mt-4 max-h-72 divide-y divide-line overflow-auto rounded-lg border border-line"
      tabIndex={0}
      aria-label="需要处理的记录"
    >
      {checked.faults.map(({ record, name, message }, index) => (
        <li key={index} className="grid grid-cols-[72px_minmax(0,1fr)] gap-3 px-4 py-2">
          <span className="text-ink-3">第 {record} 条</span>
          <span className="wrap-anywhere">
            {name !== '' && <span className="mr-2 text-ink-2">{name}</span>}
            {message}
          </span>
        </li>
      ))}
    </ul>
  </>
)

/** Structures of own goods from an SDF file: chosen, checked record by record, imported. */
export const StructureImportDialog = () => {
  const state = useStore(store.structureImport)
  const files = useStore(store.sdfUpload.items)
  const auto = useAutoReview()
  if (state.at === 'closed') return null
  const checked = 'checked' in state ? state.checked : undefined
  const right = checked !== undefined && checked.faultCount === 0 && checked.changed > 0 && state.at !== 'done'
  const busy = state.at === 'importing'
  const send = (submit: boolean) =>
    void store.commitStructures(submit).then((done) => {
      if (done) void sellerProducts.load()
    })
  return (
    <ImportFrame
      title="导入结构"
      text="选择 SDF 文件，按其中的商品编号、货号或 CAS 号为本店商品补充结构；全部无误才会导入。"
      step={state.at}
      onClose={store.closeStructureImport}
      onRestart={store.openStructureImport}
      ways={right ? { draft: '保存为草稿', submit: `导入并提交 ${checked.changed} 件` } : null}
      onImport={send}
    >
      {state.at === 'choosing' && (
        <div className="space-y-4">
          {state.failure && <Notice tone="bad" title={state.failure.message} />}
          <Upload
            label="SDF 文件"
            files={files}
            multiple={false}
            accept=".sdf"
            rule="SDF（.sdf），最多 5,000 条结构，不超过 20 MB"
            onAdd={store.sdfUpload.add}
            onRemove={store.sdfUpload.remove}
            onRetry={store.sdfUpload.retry}
          />
        </div>
      )}
      {(state.at === 'checking' || busy) && (
        <p className="py-8 text-center" role="status">
          {busy ? '正在导入结构' : '正在逐条检查'}
        </p>
      )}
      {state.at === 'checked' && (
        <div className="space-y-4">
          {state.failure && <Notice tone="bad" title={state.failure.message} />}
          {state.checked.faultCount > 0 ? (
            <Faults checked={state.checked} />
          ) : state.checked.changed === 0 ? (
            <Notice tone="act" title="没有需要修改的商品">
              文件中的 {state.checked.records} 条结构与商品现有的结构相同。
            </Notice>
          ) : (
            <Notice tone="good" title={`${state.checked.records} 条全部无误`}>
              将为 {state.checked.changed} 件商品补充或更换结构
              {state.checked.same > 0 && `，另有 ${state.checked.same} 件已是该结构`}。
              {auto ? '提交后立即生效（演示环境自动审核）。' : '在售商品提交后进入审核，通过后生效。'}
            </Notice>
          )}
        </div>
      )}
      {state.at === 'done' && (
        <Notice tone="good" title={`已为 ${state.checked.changed} 件商品导入结构`}>
          {!state.submitted
            ? '已存为草稿，请在列表中提交。'
            : auto
              ? '已生效，几分钟内即可按结构检索到。'
              : '已提交，审核通过后可按结构检索到。'}
        </Notice>
      )}
    </ImportFrame>
  )
}
