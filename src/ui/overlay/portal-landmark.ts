/**
 * Portals are rendered at the end of the body, outside every landmark. Used as a ref, this labels the portal container,
 * so that screen reader users know where they are.
 */
export const labelPortalContainer = (list: HTMLElement | null) => {
  const place = list?.closest('#headlessui-portal-root')
  place?.setAttribute('role', 'region')
  place?.setAttribute('aria-label', '弹出内容')
}
