export interface StripTab {
  key: string;
  title: string;
  href: string;
  isClosable: boolean;
  isPinned: boolean;
}

export type TabCommand =
  | 'refresh'
  | 'close'
  | 'closeLeft'
  | 'closeRight'
  | 'closeOthers'
  | 'closeAll'
  | 'pin'
  | 'unpin';

export interface TabStripProps {
  tabs: readonly StripTab[];
  activeKey: string | null;
  onOpen: (key: string) => void;
  /** A command for a tab; 关闭所有 and 关闭其他 of the 标签选项 button carry the active tab's key. */
  onCommand: (command: TabCommand, key: string) => void;
}
