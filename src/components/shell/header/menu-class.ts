/** Entry of a menu panel. */
export const panelItemClass =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-3 text-left whitespace-nowrap hover:bg-surface-2 hover:text-accent'

/** Link of the main menu; the current one is underlined. */
export const menuLinkClass = (look: 'tall' | 'slim', current: boolean) =>
  look === 'slim'
    ? `inline-flex items-center gap-0.5 whitespace-nowrap hover:text-accent ${current ? 'font-medium text-accent' : ''}`
    : `relative inline-flex items-center gap-0.5 whitespace-nowrap hover:text-accent ${
        current
          ? 'font-medium text-accent after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent'
          : ''
      }`

/** Main content beside the menu of a centre. */
export const workMainClass =
  'page grid grid-cols-[minmax(0,1fr)] items-start gap-4 pt-4 desk:grid-cols-[200px_minmax(0,1fr)] desk:gap-6'
