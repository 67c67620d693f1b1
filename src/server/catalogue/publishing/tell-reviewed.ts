import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import type { AnyForm, Kind } from './kind.ts'

interface Reviewed {
  readonly kind: Pick<Kind<AnyForm>, 'kind' | 'word' | 'permission'>
  readonly companyId: number
  readonly title: string
  readonly event: 'pass' | 'reject' | 'suspend' | 'release'
  readonly reason: string
}

/** Tells those who publish for a company what an operator decided about one of its listings. */
export async function tellReviewed(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { kind, companyId, title, event, reason }: Reviewed,
): Promise<void> {
  const people = (await peopleOf(tx, [companyId], kind.permission)).get(companyId) ?? []
  const path = kind.kind === 'service' ? links.sellerServices() : links.sellerGoods()
  const said = {
    pass: { title: '已通过审核', text: '内容已生效。' },
    reject: { title: '未通过审核', text: `原因：${sentence(reason)}请修改后重新提交。` },
    suspend: { title: '已被平台停售', text: `原因：${sentence(reason)}请修改后联系平台客服。` },
    release: { title: '已解除停售', text: '现为已下架状态，可重新上架。' },
  }[event]
  await notify(tx, context, 'listing.reviewed', people, {
    ...{ title: `${kind.word}「${title}」${said.title}`, path, text: said.text },
  })
}
