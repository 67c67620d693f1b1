import { useStore } from '@nanostores/react'
import type { StructureRow } from '../../../contract/catalogue/structures.ts'
import { massText, similarityChoices, similarityText } from '../../../domain/catalogue/structures.ts'
import { links } from '../../../domain/links.ts'
import { listingPrice } from '../../../domain/money.ts'
import * as store from '../../../stores/catalogue/structure-search.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { StructureDrawing } from '../../../ui/picture/StructureDrawing.tsx'
import { Formula } from '../../../ui/text/Formula.tsx'

const grid = 'grid grid-cols-1 gap-3 md:grid-cols-2 desk:grid-cols-4 desk:gap-4'

const HitCard = ({ row }: { row: StructureRow }) => (
  <li className="relative flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 transition-colors hover:border-accent">
    <StructureDrawing
      drawing={row.drawing}
      name={`${row.productName}的结构`}
      width={240}
      height={160}
      matched={row.matched}
      className="rounded-md bg-white"
    />
    <h3 className="mt-3 font-medium wrap-anywhere">
      <a href={links.goodsDetail(row.productNo)} className="after:absolute after:inset-0 hover:text-accent">
        {row.productName}
      </a>
    </h3>
    <p className="mt-1 text-sm text-ink-2">
      <Formula formula={row.formula} />
      <span className="ml-3 text-ink-3">{massText(row.mass)}</span>
    </p>
    <p className="mt-0.5 text-sm text-ink-3">
      {[row.cas === null ? '' : `CAS ${row.cas}`, row.specText].filter((part) => part !== '').join('　')}
    </p>
    <div className="mt-auto flex items-end justify-between gap-2 pt-3">
      <Price price={listingPrice(row.productPriceType, row.productPrice, row.productHighPrice)} />
      {row.similarity !== null && <span className="text-sm text-ink-2">相似度 {similarityText(row.similarity)}</span>}
    </div>
    <p className="mt-1 flex items-center gap-1 text-sm text-ink-3">
      <span className="truncate">{row.shopName}</span>
      {row.certified && <Certified form="icon" />}
    </p>
  </li>
)

/** What to do when nothing is found; nothing of the structure goes into the address. */
const NothingFound = ({ mode, similarity }: Pick<store.StructureResults, 'mode' | 'similarity'>) => {
  const lower = similarityChoices.toReversed().find((each) => each < similarity)
  const next =
    mode === 'similar'
      ? lower === undefined
        ? undefined
        : { label: `放宽到 ${lower}% 以上`, run: () => store.setStructureSimilarity(lower) }
      : { label: '查找相似结构', run: () => store.setStructureMode('similar') }
  return (
    <EmptyState
      drawing="lost"
      title="没有找到符合的在售商品"
      text="可放宽检索方式，或发布需求，请供应商报价或定制合成；结构可在需求的保密附件中提供。"
    >
      {next && <Button onClick={next.run}>{next.label}</Button>}
      <LinkButton kind="main" href={links.addDemand({ ask: '化合物采购或定制合成' })} data-needs-login>
        发布需求
      </LinkButton>
    </EmptyState>
  )
}

/** Goods found, with the matching part marked. */
export const StructureResults = () => {
  const state = useStore(store.structureState)
  if (state.at === 'none') return null
  if (state.at === 'loading')
    return (
      <div className={`mt-6 ${grid}`} role="status" aria-label="检索中">
        {[1, 2, 3, 4].map((each) => (
          <span key={each} className="skeleton block h-72" />
        ))}
      </div>
    )
  if (state.at === 'failed')
    return (
      <div className="mt-6 rounded-lg border border-line bg-surface">
        <FailedState title="检索失败" text={state.failure.message} onRetry={() => void state.retry()} />
      </div>
    )
  const { total, more, data, query, mode, similarity, current, structure } = state.content
  return (
    <section className="mt-6" aria-labelledby="structure-results" aria-busy={state.refreshing}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div role="status">
          <h2 id="structure-results" className="text-lg font-semibold">
            {total === 0 ? '检索结果' : `找到 ${total}${more ? '+' : ''} 件商品`}
          </h2>
        </div>
        <p className="text-sm text-ink-2">
          检索的结构：
          <Formula formula={query.formula} />，{massText(query.mass)}
        </p>
      </div>
      {more && (
        <div className="mb-3">
          <Notice tone="mute" title="匹配的结构较多，这里列出最接近的一部分">
            把结构画得更具体，或改用“完全一致”，结果会更准确。
          </Notice>
        </div>
      )}
      {data.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <NothingFound mode={mode} similarity={similarity} />
        </div>
      ) : (
        <>
          <ul className={grid}>
            {data.map((row) => (
              <HitCard key={row.productId} row={row} />
            ))}
          </ul>
          <div className="pt-4">
            <Pager
              total={total}
              pageSize={store.structurePageSize}
              current={current}
              capped={more}
              onChange={(page) => void store.searchStructure(page, structure)}
            />
          </div>
        </>
      )}
    </section>
  )
}
