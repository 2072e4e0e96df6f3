// The shared controls of the page.
export { Button, type ButtonVariant, IconButton, LinkButton } from './Button';
export { CopyButton, copyText } from './CopyButton';
export { classes } from './classes';
export { ConfirmDialog, Dialog } from './Dialog';
export { Select, Slider, Switch, TextArea, TextField } from './Field';
export { IntervalBar } from './IntervalBar';
export { Icon, type IconName } from './icons';
export { Marked } from './Marked';
export { Menu, type MenuItem } from './Menu';
export { type Choice, Segmented, Tabs } from './Segmented';
export { PageLoading, Skeleton, Spinner } from './Spinner';
export { Banner, EmptyState, ErrorState } from './States';
export { announce, Toaster, type ToastTone, toast, toastError } from './Toast';
