import { toast as show } from 'sonner'

type Action = { label: string; onClick: () => void }

const options = (action?: Action | undefined) => (action ? { action } : {})

/** Short-lived message; shown by the single Toaster and announced politely. */
export const toast = {
  /** Success: 报价已提交，买家会收到提醒. */
  success: (text: string) => show.success(text),
  /** Failure, optionally with an action such as 重试. Shown longer. */
  error: (text: string, action?: Action) => show.error(text, { duration: 8000, ...options(action) }),
  /** Warning: 该功能暂未开放！ */
  warning: (text: string, action?: Action) => show.warning(text, options(action)),
  /** Information: 已复制转账备注码. */
  info: (text: string, action?: Action) => show.info(text, options(action)),
}
