/**
 * Floating lists are drawn at the end of the body, outside every landmark. As a ref of the list it names the place,
 * so that a screen reader's user who leaves the list knows where they are.
 */
export const nameFloatingPlace = (list: HTMLElement | null) => {
  const place = list?.closest('#headlessui-portal-root')
  place?.setAttribute('role', 'region')
  place?.setAttribute('aria-label', '弹出内容')
}
