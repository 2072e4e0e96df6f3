//! Random numbers and small linear algebra for the methods.

pub(crate) use ludwerk_arena::stats::spread::normal;

/// A value that left its bounds is sent back as by a mirror, as often as it takes.
pub(crate) fn reflected(value: f64, (least, greatest): (f64, f64)) -> f64 {
    if (least..=greatest).contains(&value) {
        return value;
    }
    let width = greatest - least;
    if width <= 0.0 || !value.is_finite() {
        return least;
    }
    let folded = (value - least).rem_euclid(2.0 * width);
    (least + if folded > width { 2.0 * width - folded } else { folded }).clamp(least, greatest)
}

/// The eigenvalues of a symmetric matrix and its eigenvectors, one a column, by the method of Jacobi: pairs of axes are
/// turned until nothing is left beside the diagonal.
pub(crate) fn eigen(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    const MOST_SWEEPS: usize = 60;
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut vectors: Vec<Vec<f64>> =
        (0..n).map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for _ in 0..MOST_SWEEPS {
        let beside: f64 =
            (0..n).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| a[p][q].powi(2)).sum();
        let on: f64 = (0..n).map(|p| a[p][p].powi(2)).sum();
        if beside <= on * 1e-30 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] != 0.0 {
                    turn(&mut a, &mut vectors, p, q);
                }
            }
        }
    }
    ((0..n).map(|p| a[p][p]).collect(), vectors)
}

/// Turns two axes so that the element between them becomes 0.
fn turn(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let tangent = sign / (theta.abs() + theta.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = tangent * cosine;
    let turned = |one: f64, other: f64| (cosine * one - sine * other, sine * one + cosine * other);
    for row in matrix.iter_mut().chain(vectors) {
        (row[p], row[q]) = turned(row[p], row[q]);
    }
    let (above, below) = matrix.split_at_mut(q);
    for (one, other) in above[p].iter_mut().zip(&mut below[0]) {
        (*one, *other) = turned(*one, *other);
    }
    matrix[p][q] = 0.0;
    matrix[q][p] = 0.0;
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Rng;

    use super::*;

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = Rng::new(1);
        let numbers: Vec<f64> = (0..20_000).map(|_| normal(&mut rng)).collect();
        let moment = |power: i32| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / 20_000.0;
        assert!(moment(1).abs() < 0.03 && (moment(2) - 1.0).abs() < 0.05);
        assert!(moment(3).abs() < 0.1 && (moment(4) - 3.0).abs() < 0.3);
    }

    #[test]
    fn a_mirror_keeps_what_is_inside_and_sends_back_what_is_not() {
        for (value, inside) in [(0.5, 0.5), (-0.25, 0.25), (2.25, 1.75), (4.5, 0.5), (-3.0, 1.0)] {
            assert_eq!(reflected(value, (0.0, 2.0)), inside, "{value}");
        }
        assert_eq!(reflected(f64::INFINITY, (0.0, 2.0)), 0.0);
    }

    #[test]
    fn eigenvectors_put_the_matrix_together_again() {
        let mut rng = Rng::new(2);
        let n = 7;
        let raw: Vec<Vec<f64>> = (0..n).map(|_| (0..n).map(|_| normal(&mut rng)).collect()).collect();
        let symmetric = |row: usize| (0..n).map(|column| raw[row][column] + raw[column][row]).collect();
        let matrix: Vec<Vec<f64>> = (0..n).map(symmetric).collect();
        let (values, vectors) = eigen(&matrix);
        for row in 0..n {
            for column in 0..n {
                let sum: f64 = (0..n).map(|k| vectors[row][k] * values[k] * vectors[column][k]).sum();
                assert!((sum - matrix[row][column]).abs() < 1e-12, "{row} {column}");
                let product: f64 = (0..n).map(|k| vectors[k][row] * vectors[k][column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }
}
