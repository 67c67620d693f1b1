import { Building2, LogOut, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { ScanCode } from '../../../islands/form/ScanCode.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { UploadRow, type UploadFile } from '../../../ui/form/UploadRow.tsx'
import { orDashes } from '../../../domain/masks.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import { DataTable, type Column, type Sort } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { rows, type Goods } from './_goods.ts'

/** Buttons that do something. */
export const ButtonsDemo = () => {
  const [busy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="main" busy={busy} onClick={send}>
        {busy ? '提交中' : '提交报价'}
      </Button>
      <Button kind="outline" busy>
        提交中
      </Button>
      <Button disabled>停用</Button>
      <Button kind="soft" size="sm">
        套用上次
      </Button>
      <Button kind="danger">关闭需求</Button>
      <LinkButton href="/dev/gallery/button">链接成按钮</LinkButton>
      <Menu
        label="更多操作"
        entries={[
          { label: '账号与企业', icon: Building2, href: '/dev/gallery/button' },
          { label: '安全设置', icon: ShieldCheck, onChoose: () => undefined, disabled: true },
          { label: '退出登录', icon: LogOut, onChoose: () => undefined, danger: true },
        ]}
      />
    </div>
  )
}

/** A slow retry. */
export const FailedDemo = () => {
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 1500)
  }
  return <FailedState title="消息加载失败" onRetry={retry} busy={busy} />
}

/** Tabs over a panel, and a pager that shows its page. */
export const NavigationDemo = () => {
  const [tab, setTab] = useState('plan')
  const [page, setPage] = useState(18)
  return (
    <div className="space-y-6">
      <Tabs
        label="报价内容"
        tabs={[
          { key: 'plan', label: '试验设计' },
          { key: 'pay', label: '付款节点', count: 3 },
          { key: 'files', label: '附件', count: 12 },
        ]}
        current={tab}
        onChange={setTab}
      >
        <p className="py-4 text-ink-2">现在是：{tab}</p>
      </Tabs>
      <Pager label="岛内分页" total={720} pageSize={20} current={page} onChange={setPage} />
    </div>
  )
}

const uploadFiles: readonly UploadFile[] = [
  { id: 'a', name: '技术方案 第 3 版.pdf', size: 2_516_582, at: 'ready' },
  { id: 'b', name: '既往同类试验摘要.docx', size: 900_000, at: 'sending', percent: 62, secondsLeft: 8 },
  {
    id: 'c',
    name: '动物房照片合集.zip',
    size: 9_000_000,
    at: 'failed',
    reason: '不支持 zip，请改传 PDF 或图片',
    canRetry: true,
  },
]

/** Reads a code by camera, from a picture, or as typed. */
export const ScanDemo = () => {
  const [code, setCode] = useState('')
  return (
    <div className="grid max-w-[520px] gap-4">
      <ScanCode
        label="样品编号"
        hint="标签二维码下方的编号"
        onCode={setCode}
        error={code === 'X' ? '没有这个编号' : undefined}
      />
      <p data-scanned>{code}</p>
    </div>
  )
}

/** Files on their way, arrived and refused. */
export const UploadsDemo = () => {
  const [files, setFiles] = useState(uploadFiles)
  const add = (picked: File[]) =>
    setFiles([
      ...files,
      ...picked.map((file) => ({ id: crypto.randomUUID(), name: file.name, size: file.size, at: 'ready' as const })),
    ])
  const remove = (id: string) => setFiles(files.filter((file) => file.id !== id))
  const rule = 'PDF、Word、Excel 或图片，每个不超过 20 MB，最多 10 个'
  return (
    <div className="grid grid-cols-1 gap-8 desk:grid-cols-[1fr_360px]">
      <Upload label="附件" files={files} onAdd={add} onRemove={remove} onRetry={() => undefined} rule={rule} />
      <div className="space-y-6">
        <Upload
          label="营业执照"
          required
          files={[]}
          onAdd={add}
          onRemove={remove}
          onRetry={remove}
          multiple={false}
          accept="image/*"
          rule="图片，不超过 5 MB"
          error="请上传营业执照"
        />
        <Upload
          label="付款凭证"
          files={[]}
          onAdd={add}
          onRemove={remove}
          onRetry={remove}
          rule="图片或 PDF"
          disabled
          hint="核实期间不能再传"
        />
        <ul className="rounded-lg border border-line">
          <UploadRow
            file={{
              id: 'd',
              name: '一个文件名特别特别长以致放不下的毒理学安全性评价方案终稿.pdf',
              size: 40_000,
              at: 'sending',
              percent: 3,
            }}
            onRemove={() => undefined}
            onRetry={() => undefined}
          />
        </ul>
      </div>
    </div>
  )
}

const goodsColumns: readonly Column<Goods>[] = [
  { key: 'name', head: '商品', cell: (row) => row.name },
  { key: 'cas', head: 'CAS 号', cell: (row) => row.cas, sortable: true, className: 'text-ink-2' },
  { key: 'state', head: '状态', cell: (row) => <StateBadge {...row.state} /> },
  { key: 'stock', head: '库存', cell: (row) => orDashes(row.stock), align: 'right' },
  {
    key: 'price',
    head: '单价',
    cell: (row) => <span className="font-medium">¥{yuan(row.fen)}</span>,
    align: 'right',
    sortable: true,
  },
  {
    key: 'time',
    head: '更新时间',
    cell: (row) => <span className="text-sm whitespace-nowrap text-ink-3">{dateTime(row.time)}</span>,
    align: 'right',
  },
]

/** Rows to order and choose. */
export const GoodsTableDemo = () => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([1, 2]))
  const [sort, setSort] = useState<Sort>({ by: 'cas', down: false })
  const bulk = (
    <>
      <button type="button" className="text-accent hover:underline">
        批量下架
      </button>
      <button type="button" className="text-accent hover:underline">
        导出 Excel
      </button>
    </>
  )
  return (
    <DataTable
      caption="我的商品"
      columns={goodsColumns}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      chosen={chosen}
      onChoose={setChosen}
      bulk={bulk}
      sort={sort}
      onSort={setSort}
    />
  )
}

/** A table without rows: empty, then loading. */
export const EmptyTableDemo = () => (
  <div className="grid grid-cols-1 gap-6 desk:grid-cols-2">
    <DataTable
      caption="没有商品"
      columns={goodsColumns.slice(0, 3)}
      rows={[]}
      rowKey={(row) => row.id}
      instead={
        <EmptyState title="暂无商品" text="发布后买家就能找到您">
          <Button kind="main">发布商品</Button>
        </EmptyState>
      }
    />
    <DataTable
      caption="商品加载中"
      columns={goodsColumns.slice(0, 3)}
      rows={[]}
      rowKey={(row) => row.id}
      instead={<Skeleton count={6} label="商品加载中" />}
    />
  </div>
)
