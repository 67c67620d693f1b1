import { toast as show } from 'sonner'

type Action = { label: string; onClick: () => void }

const options = (action?: Action | undefined) => (action ? { action } : {})

/** Says something in passing; shown by the one Toaster and read out politely. */
export const toast = {
  /** It worked: 报价已提交，买家会收到提醒. */
  good: (text: string) => show.success(text),
  /** It failed; with an action such as 重试. Stays longer. */
  bad: (text: string, action?: Action) => show.error(text, { duration: 8000, ...options(action) }),
  /** Something to mind: 该功能暂未开放！ */
  act: (text: string, action?: Action) => show.warning(text, options(action)),
  /** A plain fact: 已复制转账备注码. */
  say: (text: string, action?: Action) => show.info(text, options(action)),
}
