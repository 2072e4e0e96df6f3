//! A curve of shares in blocks, for terminals.

/// The eighths of a block, from none to all.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// More columns than this are drawn as means of several plies.
const WIDEST: usize = 96;

/// The curve as lines from the top, `height` of them; a share that is not known leaves a gap.
pub fn curve(shares: &[Option<f64>], height: usize) -> Vec<String> {
    let columns = columns(shares);
    let eighths = |share: f64| (share.clamp(0.0, 1.0) * (height * 8) as f64).round() as usize;
    let row = |from_bottom: usize| {
        let cell = |share: &Option<f64>| match share {
            // The base line shows that something is known, even if it is nothing.
            Some(share) if from_bottom == 0 => BLOCKS[eighths(*share).clamp(1, 8)],
            Some(share) => BLOCKS[eighths(*share).saturating_sub(from_bottom * 8).min(8)],
            None => ' ',
        };
        columns.iter().map(cell).collect::<String>().trim_end().to_owned()
    };
    (0..height).rev().map(row).collect()
}

/// How many plies a column of the curve stands for.
pub fn plies_a_column(n_plies: usize) -> usize {
    n_plies.div_ceil(WIDEST).max(1)
}

fn columns(shares: &[Option<f64>]) -> Vec<Option<f64>> {
    let mean = |chunk: &[Option<f64>]| {
        let known: Vec<_> = chunk.iter().flatten().collect();
        (!known.is_empty()).then(|| known.iter().copied().sum::<f64>() / known.len() as f64)
    };
    shares.chunks(plies_a_column(shares.len())).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_rises_from_the_ground_to_the_top() {
        let shares = [Some(0.0), Some(0.25), Some(0.5), None, Some(0.75), Some(1.0)];
        assert_eq!(curve(&shares, 2), ["    ▄█", "▁▄█ ██"]);
        assert_eq!(curve(&shares, 1), ["▁▂▄ ▆█"]);
    }

    #[test]
    fn a_long_game_is_drawn_in_means() {
        let shares: Vec<_> = (0..300).map(|ply| Some(if ply < 150 { 0.0 } else { 1.0 })).collect();
        let lines = curve(&shares, 1);
        assert_eq!(lines[0].chars().count(), 75);
        assert_eq!(plies_a_column(300), 4);
        assert!(lines[0].starts_with('▁') && lines[0].ends_with('█'));
        assert_eq!(curve(&[], 2), ["", ""]);
    }
}
