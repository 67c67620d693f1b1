import { toast } from '../ui/overlay/toast.ts'

/** Copies a text that stands on the page; where the browser forbids it the person is told how. `what` names it: 链接. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`${what}已复制`)
  } catch {
    toast.warning(`浏览器不允许复制，请选中${what}后手动复制`)
  }
}
