import css from './tick-box.module.css';

interface TickBoxProps {
  name: string;
  isOn: boolean;
  /** Some of the rows it stands for are ticked. */
  isPart?: boolean;
  isDisabled?: boolean;
  /** `isRange` when Shift was held: all rows since the last tick. */
  onTick: (isOn: boolean, isRange: boolean) => void;
}

/** A native check box, because a page of a list holds a hundred. */
export const TickBox = ({ name, isOn, isPart = false, isDisabled = false, onTick }: TickBoxProps) => (
  <input
    type="checkbox"
    className={css['box']}
    aria-label={name}
    checked={isOn}
    disabled={isDisabled}
    ref={(box) => {
      if (box) box.indeterminate = isPart;
    }}
    onChange={({ target, nativeEvent }) =>
      onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
);
