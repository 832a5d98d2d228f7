export const STAGE_STATUSES = ['completed', 'in-progress', 'pending'] as const
export const CERTIFICATE_ICONS = ['leaf', 'people', 'shield', 'award'] as const
/** How good a measured value is; a record may have a word of its own. */
export const METRIC_STATUSES = ['excellent', 'good', 'acceptable', 'poor'] as const
