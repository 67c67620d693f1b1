import type { DemandStatus } from './demand-states.ts'
import type { OfferStatus } from './offer-states.ts'

/** Version of the platform's terms: to be raised with every change of their text. */
const termsVersion = '2026-11'

interface Article {
  readonly title: string
  readonly text: string
}

const articles: readonly Article[] = [
  {
    title: '目的限制',
    text: '保密资料仅可用于评估本需求、编制报价，以及中标后履行由本需求产生的订单。未经需求方书面同意，不得用于其他项目、申报、论文、专利申请或商业推广。',
  },
  {
    title: '保密义务',
    text: '接受方应以不低于保护自身同类商业秘密的谨慎程度保管保密资料，不得向任何第三方披露、转让或许可使用，不得对样品、结构或配方进行反向分析。已合法公开、接受方此前已合法知悉或独立获得的信息不在此限，由接受方举证；依法须向主管机关提供的，应在法律允许的范围内事先告知需求方。',
  },
  {
    title: '知悉范围',
    text: '接受方仅可向确有必要参与报价或履约的本企业人员提供保密资料，并保证其承担同等义务。委托分包方、顾问或关联企业参与的，须事先取得需求方书面同意，并由接受方对其行为负责。',
  },
  {
    title: '保密期限',
    text: '保密义务自接受本条款之日起生效，持续 3 年；属于商业秘密的内容，在其成为公知信息之前持续有效。未参与报价、撤回报价、未中标或需求关闭，均不免除保密义务。',
  },
  {
    title: '返还与销毁',
    text: '需求结束、未中标，或需求方提出要求后，接受方应在 10 个工作日内返还或销毁保密资料及其全部复制件，并应要求出具书面说明。依法规或质量体系必须存档的部分可以保留，保密义务在保留期间继续有效。',
  },
  {
    title: '打开记录',
    text: '接受方知悉并同意：平台记录接受条款的企业、人员与时间，以及每次打开保密说明和保密附件的企业、人员与时间，并向需求方展示。需求方可以随时停止接受方查看，并说明原因。',
  },
  {
    title: '违约责任',
    text: '接受方违反本条款给需求方造成损失的，应当赔偿需求方的实际损失以及为制止违约支付的合理费用；需求方有权要求其立即停止使用和披露。平台可据查实的违约情况限制其参与报价。',
  },
  {
    title: '适用法律与争议解决',
    text: '本条款适用中华人民共和国法律，由需求方与接受方之间成立并履行，平台不是保密义务的当事人。发生争议的，双方应先行协商；协商不成的，提交需求方所在地有管辖权的人民法院解决。',
  },
]

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
const platformTerms = [
  `保密条款（${termsVersion} 版）`,
  '本条款由需求方与接受本条款的供应商企业（以下称“接受方”）就本需求的保密说明与保密附件（以下合称“保密资料”）约定。',
  ...articles.map(({ title, text }, index) => `第${numerals[index] ?? index + 1}条　${title}\n${text}`),
].join('\n\n')

/** The buyer's own terms, appended to the platform's; '' without any. */
const ownTermsPart = (ownTerms: string) =>
  ownTerms.trim() === ''
    ? ''
    : `\n\n需求方的补充约定\n${ownTerms.trim()}\n\n补充约定与上述条款不一致的，以更严格保护保密资料的约定为准。`

/** Full text a supplier accepts: the platform's terms and the buyer's own terms, if any. */
export const confidentialityTerms = (ownTerms: string): string => platformTerms + ownTermsPart(ownTerms)

/** Facts that decide a supplier's access to the confidential part of a demand. */
export interface AnnexAccessFacts {
  readonly status: DemandStatus
  /** The offer deadline has passed, even if the demand's status was not updated yet. */
  readonly isOver: boolean
  /** The company's active offer on the demand: submitted or accepted; null without one. */
  readonly offer: Extract<OfferStatus, 'submitted' | 'accepted'> | null
}

/** Access state: terms not accepted yet, readable, revoked by the buyer, or over. */
export type AnnexState = 'closed' | 'open' | 'revoked' | 'over'

/**
 * Whether a company may still read: every company while offers are accepted, afterwards companies with a submitted
 * offer, and permanently the company whose offer was accepted. Lost, withdrawn or missing offers give no access.
 */
function hasReasonToRead({ status, isOver, offer }: AnnexAccessFacts): boolean {
  if (offer === 'accepted') return true
  if (status === 'open') return !isOver || offer === 'submitted'
  return status === 'evaluating' && offer === 'submitted'
}

/** Access state of a supplier. A revocation by the buyer takes precedence. */
export function annexState(facts: AnnexAccessFacts, accepted: { readonly isRevoked: boolean } | null): AnnexState {
  if (accepted?.isRevoked === true) return 'revoked'
  if (!hasReasonToRead(facts)) return 'over'
  return accepted === null ? 'closed' : 'open'
}
