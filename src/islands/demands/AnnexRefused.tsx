import type { Failure } from '../../contract/envelope.ts'
import { links } from '../../domain/links.ts'
import { LinkButton } from '../../ui/Button.tsx'

const certification = { label: '去企业认证', href: links.buyerAccount({ tab: 'certification' }) }

/** What keeps a person from confidential parts, and who can mend it where. By code of the failure. */
const refusals: Readonly<Record<number, { title: string; text: string; way?: { label: string; href: string } }>> = {
  403: {
    title: '您没有“我的供应”权限',
    text: '请联系贵企业的主账号，或有“角色管理”权限的同事，在“角色权限”中为您开通。',
    way: { label: '查看我的账号', href: links.buyerAccount() },
  },
  404: {
    title: '这条需求已不再公开',
    text: '需求方可能已关闭或删除了它，保密资料也不再开放。',
    way: { label: '看看其他需求', href: links.demandHall({ openOnly: 1 }) },
  },
  1010: {
    title: '请先完成企业认证',
    text: '保密资料只向认证供应商开放，以企业名义接受保密条款。',
    way: certification,
  },
  1011: {
    title: '贵企业尚未开通店铺',
    text: '保密资料供供应商编制报价使用，开通店铺、成为供应商后即可接受保密条款。',
    way: { label: '开通店铺', href: links.sellerOpenShop() },
  },
  1013: {
    title: '企业认证已过期',
    text: '更新营业执照并通过认证后，即可接受保密条款。',
    way: { label: '更新企业认证', href: certification.href },
  },
}

export const isAnnexRefusal = ({ code }: Failure): boolean => refusals[code] !== undefined

/** Why a person does not see the confidential part, and what they can do about it. */
export const AnnexRefused = ({ failure }: { failure: Failure }) => {
  const why = refusals[failure.code]
  if (why === undefined) return null
  return (
    <div role="status">
      <p className="font-medium">{why.title}</p>
      <p className="mt-1 text-ink-2">{why.text}</p>
      {why.way && (
        <LinkButton kind="outline" href={why.way.href} className="mt-4 max-md:h-11">
          {why.way.label}
        </LinkButton>
      )}
    </div>
  )
}
