import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { maxQuantity } from '../../../domain/orders/cart-items.ts'
import { maxQuickLines, type QuickRefusal } from '../../../domain/orders/quick-order.ts'
import * as store from '../../../stores/orders/quick-order.ts'
import type { QuickOption, QuickRow } from '../../../stores/orders/quick-order.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const columns = 'desk:grid-cols-[24px_minmax(0,200px)_minmax(0,1fr)_128px_112px]'
const example = '103-90-2, 2\nHP-C18-2546\t1\nTH-CK500 5'

const blockText: Readonly<Record<QuickRefusal, string>> = {
  gone: '已停售',
  priceOpen: '面议',
  own: '本企业的商品',
  stockShort: '缺货',
  belowMinimum: '低于起订量',
  cartFull: '购物车已满',
}

const optionLabel = ({ product, specName, price, stock }: QuickOption) =>
  [
    product.shopName,
    product.brandName,
    specName,
    price === null ? '面议' : `¥${yuan(price)}`,
    `库存 ${stock} ${product.unit}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Why a row was not added, with what to do. */
function refusalText({ refused }: QuickRow, option: QuickOption | undefined): string {
  if (refused === undefined) return ''
  const unit = option?.product.unit ?? '件'
  const inside = refused.inside > 0 ? `，购物车中已有 ${refused.inside} ${unit}` : ''
  switch (refused.reason) {
    case 'stockShort':
      return `库存仅 ${refused.stock} ${unit}${inside}，请减少数量`
    case 'belowMinimum':
      return `起订量为 ${refused.minOrder} ${unit}，请增加数量`
    case 'cartFull':
      return '购物车已满，请先结算或删除一部分，再加入'
    case 'priceOpen':
      return '价格已改为面议，请到商品页询价'
    case 'own':
      return '不能购买本企业的商品'
    case 'gone':
      return '该规格已停售，请选择其他规格'
  }
}

/** What a code was found to be: one product, several to choose from, or nothing. */
const Found = ({ row }: { row: QuickRow }) => {
  const { options, specId, no, code } = row
  const option = store.optionOf(row)
  if (options.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-ink-2">没有找到在售商品，请核对编号</span>
        <a href={links.goodsList({ keyword: code.slice(0, 30) })} className="text-accent hover:underline">
          搜索相近商品
        </a>
        <a href={links.addDemand()} className="text-accent hover:underline">
          发布需求
        </a>
      </div>
    )
  }
  const [only] = options
  const single = options.length === 1 ? only : undefined
  // One product in several packages has a name before a package is chosen.
  const isOneProduct = new Set(options.map(({ product }) => product.productId)).size === 1
  const shown = option ?? (isOneProduct ? only : undefined)
  const refusal = refusalText(row, option)
  return (
    <div className="min-w-0">
      {shown !== undefined && (
        <p className="truncate">
          <a
            href={links.goodsDetail(shown.product.productNo)}
            className="hover:text-accent"
            target="_blank"
            rel="noopener"
          >
            {shown.product.productName}
          </a>
        </p>
      )}
      {single === undefined ? (
        <Select
          bare
          className="mt-1"
          label={`第 ${no} 行的供应商与规格`}
          placeholder={`请选择供应商与规格，${options.length} 个可选`}
          value={specId}
          options={options.map((each) => ({
            value: each.specId,
            label: optionLabel(each),
            disabled: each.blocked !== null,
            ...(each.blocked === null ? {} : { note: blockText[each.blocked] }),
          }))}
          onChange={(next) => store.chooseQuickOption(no, next)}
        />
      ) : (
        <p className="text-sm text-ink-3">
          {optionLabel(single)}
          {single.blocked !== null && <span className="ml-2 text-warn">{blockText[single.blocked]}</span>}
        </p>
      )}
      {single?.blocked === 'priceOpen' && (
        <a
          href={`${links.goodsDetail(single.product.productNo)}#inquiries`}
          className="text-sm text-accent hover:underline"
        >
          去询价
        </a>
      )}
      {row.more && (
        <p className="text-sm text-ink-3">
          仅列出价格最低的 20 件，
          <a href={links.goodsList({ keyword: code.slice(0, 30) })} className="text-accent underline">
            查看全部
          </a>
        </p>
      )}
      {refusal !== '' && <p className="mt-1 text-sm text-warn">{refusal}</p>}
    </div>
  )
}

const Line = ({ row }: { row: QuickRow }) => {
  const option = store.optionOf(row)
  const isOpen = option === undefined || option.blocked !== null
  return (
    <li
      className={`grid grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 desk:gap-x-4 desk:px-5 ${columns}`}
      data-quick-line={row.no}
    >
      <span className="pt-1.5">
        <Checkbox
          aria-label={`选择第 ${row.no} 行 ${row.code}`}
          checked={row.isChosen && !row.isAdded}
          disabled={isOpen || row.isAdded}
          onChange={(event) => store.tickQuickRow(row.no, event.target.checked)}
        />
      </span>
      <p className="min-w-0 pt-1 break-all">
        {row.code}
        <span className="block text-sm text-ink-3">第 {row.no} 行</span>
      </p>
      <div className="col-start-2 min-w-0 desk:col-auto">
        <Found row={row} />
      </div>
      <div className="col-start-2 desk:col-auto desk:text-center">
        {row.options.length > 0 && (
          <QuantityStepper
            label={`第 ${row.no} 行的数量`}
            value={row.quantity}
            max={maxQuantity}
            disabled={row.isAdded}
            onChange={(quantity) => store.setQuickQuantity(row.no, quantity)}
          />
        )}
        {row.isQuantityOpen && <p className="mt-1 text-xs text-warn">数量无法识别，请确认后勾选</p>}
      </div>
      <p
        className={`col-start-2 tabular-nums desk:col-auto desk:pt-1 desk:text-right ${option === undefined ? 'max-desk:hidden' : ''}`}
      >
        {row.isAdded ? (
          <span className="inline-flex items-center gap-1 text-good">
            <CircleCheck className="size-4" />
            已加入
          </span>
        ) : option?.price != null ? (
          `¥${yuan(option.price * row.quantity)}`
        ) : (
          '--'
        )}
      </p>
    </li>
  )
}

const Paste = () => {
  const [text, fault, busy] = [useStore(store.quickText), useStore(store.quickFault), useStore(store.quickBusy)]
  return (
    <form
      className="rounded-lg border border-line bg-surface p-4 desk:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        void store.findQuickRows()
      }}
    >
      <Textarea
        label="编号与数量"
        required
        rows={12}
        hint={`每行一个 CAS 号或货号，后面写数量，用制表符、逗号或空格隔开；可直接从表格复制，最多 ${maxQuickLines} 行。不写数量按 1 计。`}
        error={fault === '' ? undefined : fault}
        placeholder={example}
        value={text}
        onChange={(event) => store.typeQuickText(event.target.value)}
      />
      <div className="mt-4 flex gap-3">
        <Button type="submit" kind="main" busy={busy === 'finding'}>
          查找商品
        </Button>
        {text !== '' && <Button onClick={store.clearQuickOrder}>清空</Button>}
      </div>
    </form>
  )
}

async function addAndToast(): Promise<void> {
  const result = await store.addQuickRows()
  if (result === null) return
  const toCart = { label: '去购物车', onClick: () => location.assign(links.cart()) }
  if (result.added === 0) toast.warning(`${result.refused} 项未能加入，原因写在各行`)
  else if (result.refused === 0) toast.success(`${result.added} 项已加入购物车`)
  else toast.warning(`${result.added} 项已加入购物车，${result.refused} 项未能加入，原因写在各行`, toCart)
}

const Rows = ({ rows }: { rows: readonly QuickRow[] }) => {
  const [chosen, amount, busy] = [useStore(store.quickChosen), useStore(store.quickAmount), useStore(store.quickBusy)]
  const missing = rows.filter(({ options }) => options.length === 0).length
  const open = rows.filter(({ options, specId }) => options.length > 0 && specId === null).length
  const added = rows.filter(({ isAdded }) => isAdded).length
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2" role="status">
        <p>
          共 {rows.length} 行{open > 0 && `，${open} 行待选择`}
          {missing > 0 && `，${missing} 行没有找到`}
          {added > 0 && `，${added} 行已加入购物车`}
        </p>
        {open > 0 && (
          <button
            type="button"
            className="text-accent hover:underline max-md:min-h-11"
            onClick={store.chooseCheapestOptions}
          >
            待选择的选最低价
          </button>
        )}
        <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={store.editQuickText}>
          修改编号与数量
        </button>
        <button type="button" className="text-ink-2 hover:text-accent max-md:min-h-11" onClick={store.clearQuickOrder}>
          重新开始
        </button>
      </div>
      <section className="overflow-hidden rounded-lg border border-line bg-surface" aria-label="查找结果">
        <div
          className={`hidden border-b border-line bg-surface-2 px-5 py-2.5 text-sm text-ink-2 desk:grid desk:gap-x-4 ${columns}`}
        >
          <span />
          <span>编号</span>
          <span>商品、供应商与规格</span>
          <span className="text-center">数量</span>
          <span className="text-right">小计</span>
        </div>
        <ul>
          {rows.map((row) => (
            <Line key={row.no} row={row} />
          ))}
        </ul>
      </section>
      <div className="sticky bottom-0 z-10 mt-6 flex min-h-16 items-center justify-end gap-4 border-line-strong bg-surface max-desk:-mx-4 max-desk:border-t max-desk:px-4 max-desk:py-2 desk:bottom-4 desk:rounded-lg desk:border desk:px-5">
        {added > 0 && (
          <a href={links.cart()} className="mr-auto text-accent hover:underline max-md:py-3">
            去购物车
          </a>
        )}
        <p className="flex flex-wrap items-baseline justify-end gap-x-1" aria-live="polite">
          <span className="max-desk:text-sm">
            已选 <b className="font-semibold">{chosen.length}</b> 行，合计
          </span>
          <Price price={{ at: 'fixed', fen: amount }} />
        </p>
        <Button kind="main" disabled={chosen.length === 0} busy={busy === 'adding'} onClick={() => void addAndToast()}>
          加入购物车
        </Button>
      </div>
    </>
  )
}

/** 快速下单: numbers and quantities are pasted, looked at line by line, and put into the cart together. */
export const QuickOrder = () => {
  const [rows, failure] = [useStore(store.quickRows), useStore(store.quickFailure)]
  useEffect(() => store.openQuickOrder(), [])
  return (
    <div className="pt-4 desk:pt-0">
      <div className="mb-4">
        <h1 className="text-2xl font-semibold">快速下单</h1>
        <p className="text-ink-2">粘贴采购清单中的 CAS 号或货号与数量，逐行核对后一次加入购物车。</p>
      </div>
      {failure !== null && (
        <div className="mb-4" role="alert">
          <Notice tone="act" title={rows === null ? '查找失败' : '未能完成'}>
            {failure.message}，已填写的内容都还在，请重试。
          </Notice>
        </div>
      )}
      {rows === null ? <Paste /> : <Rows rows={rows} />}
      {rows === null && (
        <p className="mt-4 text-ink-2">
          编号不全或需要比价时，也可以{' '}
          <LinkButton kind="link" href={links.addDemand()}>
            发布需求
          </LinkButton>
          ，由供应商报价。
        </p>
      )}
      <Toaster />
    </div>
  )
}
