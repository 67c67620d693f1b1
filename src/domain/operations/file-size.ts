const mega = 1 << 20

/** How large a file is, for people: `2.4 MB`, `86 KB`. */
export const formatFileSize = (bytes: number): string =>
  bytes >= mega ? `${(bytes / mega).toFixed(1)}\u00a0MB` : `${Math.max(1, Math.round(bytes / 1024))}\u00a0KB`
