//! COLLADA: the nodes of the visual scene that have a geometry, each placed by the scene, in metres.
//!
//! M. Barnes, E. L. Finch: COLLADA Digital Asset Schema Release 1.4.1. Chapter 5 describes geometries; a scene is a
//! tree of nodes, each with a list of transformations, and the last one is applied first. The unit of the file is
//! applied (`asset/unit`, as robots' tools do); the axis that points up is not turned.

use super::budget::Budget;
use super::lines::text;
use super::xml::{self, Xml, child, children};
use super::{Object, Place, fan, object, placed, sheared, world};
use crate::body::Point;
use crate::format::Problem;
use crate::given::angle::turned_by_degrees;
use crate::given::{Step, Turn, work};
use roxmltree::{Document, Node, NodeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// The largest number of nodes of a scene, each with its copy of a geometry.
const NODES: usize = 100_000;
/// The greatest depth of nodes within nodes.
const DEPTH: usize = 1_000;

struct Collada<'a> {
    xml: Xml<'a>,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    budget: Budget<'a>,
    /// The points of sources and the objects of geometries that were read, each once.
    sources: RefCell<HashMap<NodeId, Rc<Vec<Point>>>>,
    geometries: RefCell<HashMap<NodeId, Option<Rc<Object>>>>,
    /// Remarks on the scene, which its first object gets.
    remarks: RefCell<Vec<String>>,
}

/// The greatest depth of a hull of a hull.
const HULLS: usize = 100;

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    let parsed = xml::parse(text(bytes, path)?, path)?;
    let document = &parsed.document;
    let by_id = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let budget = Budget::new(bytes.len(), path, "scene");
    let (sources, geometries, remarks) = Default::default();
    let collada = Collada { xml: parsed.xml(path), by_id, budget, sources, geometries, remarks };
    let mut objects = collada.objects(document)?;
    if let Some(first) = objects.first_mut() {
        first.remarks.begin_with(collada.remarks.take());
    }
    Ok(objects)
}

impl<'a> Collada<'a> {
    /// The element that an attribute such as `url="#id"` names.
    fn named(&self, node: Node<'a, 'a>, attribute: &str) -> Result<Node<'a, 'a>, Problem> {
        let name = self.xml.attribute(node, attribute)?;
        let found = name.strip_prefix('#').and_then(|id| self.by_id.get(id)).copied();
        found.ok_or_else(|| self.xml.wrong(node, format!("{attribute}: nothing in this file has the name {name:?}")))
    }

    fn objects(&self, document: &'a Document<'a>) -> Result<Vec<Object>, Problem> {
        let root = document.root_element();
        if root.tag_name().name() != "COLLADA" {
            return Err(self.xml.wrong(root, "no COLLADA file: that begins with <COLLADA>"));
        }
        let unit = child(root, "asset").and_then(|asset| child(asset, "unit"));
        let metre = unit.map(|unit| self.xml.attribute_vector::<1>(unit, "meter")).transpose()?.flatten();
        if let Some((unit, [metre])) = unit.zip(metre).filter(|(_, [metre])| *metre <= 0.0) {
            return Err(self.xml.wrong(unit, format!("meter: the length of the unit is positive, and this is {metre}")));
        }
        let unit = metre.filter(|[metre]| *metre != 1.0).map(|[metre]| Step::Scale([metre; 3]));
        let scene = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
        let scene = match scene {
            Some(scene) => Some(self.named(scene, "url")?),
            None => root.descendants().find(|node| node.tag_name().name() == "visual_scene"),
        };
        let Some(scene) = scene else { return self.bare(root, unit) };
        let mut open: Vec<(Node, Option<Step>, usize)> = children(scene, "node").map(|node| (node, unit, 0)).collect();
        open.reverse();
        let (mut objects, mut visited) = (Vec::new(), 0);
        while let Some((node, outer, depth)) = open.pop() {
            visited += 1;
            // Nodes that are still open count as well: each node of a cycle may name many.
            if visited + open.len() > NODES || depth > DEPTH {
                let reason = format!("the scene has more than {NODES} nodes, or they are nested {DEPTH} deep, as in a cycle");
                return Err(self.xml.wrong(node, reason));
            }
            let name = node.attribute("name").or(node.attribute("id")).unwrap_or_default();
            let field = format!("node {name:?}");
            let place = Place { path: self.xml.path, field: &field };
            // An instance of a node is examined again.
            self.take(node.children().count(), node)?;
            let steps = self.steps(node)?;
            self.take(work(&[&steps[..], outer.as_slice()].concat()), node)?;
            let world = world(steps, outer, &place)?;
            for instance in children(node, "instance_geometry") {
                if let Some(object) = self.geometry(self.named(instance, "url")?, name)? {
                    objects.push(placed(object, world.as_slice(), &place)?);
                }
            }
            if let Some(skin) = child(node, "instance_controller") {
                return Err(self.xml.wrong(skin, "this is COLLADA with a skin or a morph, which is not read"));
            }
            let mut inner: Vec<Node> = children(node, "node").collect();
            for instance in children(node, "instance_node") {
                inner.push(self.named(instance, "url")?);
            }
            open.extend(inner.into_iter().rev().map(|node| (node, world, depth + 1)));
        }
        Ok(objects)
    }

    /// Spends part of the budget on the content of an element.
    fn take(&self, count: usize, node: Node) -> Result<(), Problem> {
        // The position of an element is looked up only if it is reported.
        self.budget.take(count, "").map_err(|problem| self.xml.wrong(node, problem.message))
    }

    /// The geometries of a file without a scene.
    fn bare(&self, root: Node<'a, 'a>, unit: Option<Step>) -> Result<Vec<Object>, Problem> {
        let mut objects = Vec::new();
        for geometry in children(root, "library_geometries").flat_map(|library| children(library, "geometry")) {
            let name = geometry.attribute("name").or(geometry.attribute("id")).unwrap_or_default();
            if let Some(object) = self.geometry(geometry, name)? {
                let steps: Vec<Step> = unit.into_iter().collect();
                objects.push(placed(object, &steps, &Place { path: self.xml.path, field: name })?);
            }
        }
        Ok(objects)
    }

    /// The transformations of a node, in the order in which they are applied to a point.
    fn steps(&self, node: Node) -> Result<Vec<Step>, Problem> {
        let mut steps = Vec::new();
        for element in node.children().filter(Node::is_element) {
            let (name, text) = (element.tag_name().name(), element.text().unwrap_or_default());
            steps.push(match name {
                "translate" => Step::translation(self.xml.vector(element, name, text)?),
                "scale" => Step::Scale(self.xml.vector(element, name, text)?),
                "rotate" => {
                    let [x, y, z, angle] = self.xml.vector(element, name, text)?;
                    match turned_by_degrees([x, y, z], angle) {
                        Some(turn) => Step::turn(turn),
                        None => return Err(self.xml.wrong(element, "an axis has a length that is not zero")),
                    }
                }
                "matrix" => {
                    let rows: [f64; 16] = self.xml.vector(element, name, text)?;
                    if rows[12..] != [0.0, 0.0, 0.0, 1.0] {
                        return Err(self.xml.wrong(element, "its last row is not 0 0 0 1"));
                    }
                    let linear = [0, 1, 2].map(|row| [rows[4 * row], rows[4 * row + 1], rows[4 * row + 2]]);
                    let name = node.attribute("name").or(node.attribute("id")).unwrap_or_default();
                    self.remarks.borrow_mut().extend(sheared(name, &linear));
                    Step::Pose { turn: Some(Turn::Matrix(linear)), translation: [rows[3], rows[7], rows[11]] }
                }
                "lookat" | "skew" => {
                    return Err(self.xml.wrong(element, "this is COLLADA with such a transformation, which is not read"));
                }
                _ => continue,
            });
        }
        steps.reverse();
        Ok(steps)
    }

    /// The object of a geometry under this name; `None` if it has no mesh.
    fn geometry(&self, geometry: Node<'a, 'a>, name: &str) -> Result<Option<Object>, Problem> {
        let known = self.geometries.borrow().get(&geometry.id()).cloned();
        let read = match known {
            Some(read) => read,
            None => {
                let read = self.read_geometry(geometry)?.map(Rc::new);
                self.geometries.borrow_mut().insert(geometry.id(), read.clone());
                read
            }
        };
        let Some(read) = read else { return Ok(None) };
        self.take(read.points.len() + 3 * read.faces.len() + name.len(), geometry)?;
        Ok(Some(Object { name: name.to_owned(), ..Object::clone(&read) }))
    }

    /// The object of a geometry, without a name.
    fn read_geometry(&self, geometry: Node<'a, 'a>) -> Result<Option<Object>, Problem> {
        let Some(mesh) = child(geometry, "mesh").or(child(geometry, "convex_mesh")) else {
            return match geometry.children().find(Node::is_element) {
                Some(other) => Err(self.xml.wrong(other, "meshes are read, and no splines")),
                None => Ok(None),
            };
        };
        if mesh.attribute("convex_hull_of").is_some() {
            let points = self.hull_of(mesh)?;
            return object("", &points, &[]).map(Some).map_err(|_| self.xml.wrong(mesh, "a coordinate is not finite"));
        }
        let points = self.vertices(mesh)?;
        self.take(points.len(), geometry)?;
        let mut triangles = Vec::new();
        for faces in mesh.children().filter(Node::is_element) {
            if matches!(faces.tag_name().name(), "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
                self.faces(faces, points.len(), &mut triangles)?;
            }
        }
        object("", &points, &triangles).map(Some).map_err(|_| self.xml.wrong(mesh, "a coordinate is not finite"))
    }

    /// The vertices whose hull a convex mesh is: those of the geometry that it names, perhaps over others.
    fn hull_of(&self, convex: Node<'a, 'a>) -> Result<Rc<Vec<Point>>, Problem> {
        let mut mesh = convex;
        for _ in 0..HULLS {
            if mesh.attribute("convex_hull_of").is_none() {
                let points = self.vertices(mesh)?;
                self.take(points.len(), convex)?;
                return Ok(points);
            }
            let geometry = self.named(mesh, "convex_hull_of")?;
            let inner = child(geometry, "mesh").or(child(geometry, "convex_mesh"));
            mesh = inner.ok_or_else(|| self.xml.wrong(mesh, "convex_hull_of: the geometry has no mesh"))?;
        }
        Err(self.xml.wrong(convex, "convex_hull_of: the hulls form a cycle, or a long chain"))
    }

    /// The points of the vertices of a mesh.
    fn vertices(&self, mesh: Node<'a, 'a>) -> Result<Rc<Vec<Point>>, Problem> {
        let vertices = child(mesh, "vertices").ok_or_else(|| self.xml.wrong(mesh, "has no <vertices>"))?;
        let position = children(vertices, "input").find(|input| input.attribute("semantic") == Some("POSITION"));
        let position = position.ok_or_else(|| self.xml.wrong(vertices, "has no input with the semantic POSITION"))?;
        self.positions(self.named(position, "source")?)
    }

    /// The points of a source, to which many geometries may refer.
    fn positions(&self, source: Node<'a, 'a>) -> Result<Rc<Vec<Point>>, Problem> {
        let known = self.sources.borrow().get(&source.id()).cloned();
        if let Some(points) = known {
            return Ok(points);
        }
        let points = Rc::new(self.read_positions(source)?);
        self.sources.borrow_mut().insert(source.id(), Rc::clone(&points));
        Ok(points)
    }

    fn read_positions(&self, source: Node<'a, 'a>) -> Result<Vec<Point>, Problem> {
        let array = child(source, "float_array").ok_or_else(|| self.xml.wrong(source, "has no <float_array>"))?;
        let numbers = self.xml.numbers(array, "float_array", &all_text(array))?;
        let accessor = child(source, "technique_common").and_then(|technique| child(technique, "accessor"));
        let number = |name: &str, absent: usize| match accessor.and_then(|accessor| accessor.attribute(name)) {
            None => Ok(absent),
            Some(text) => {
                text.parse().map_err(|_| self.xml.wrong(source, format!("the {name} of its accessor is not a whole number")))
            }
        };
        let (stride, offset) = (number("stride", 3)?, number("offset", 0)?);
        let count = number("count", numbers.len() / stride.max(1))?;
        let needed = count.checked_mul(stride).and_then(|all| all.checked_add(offset));
        if stride < 3 || needed.is_none_or(|needed| needed > numbers.len()) {
            let reason = format!(
                "its accessor takes {count} times {stride} numbers from number {offset} on; there are {}",
                numbers.len()
            );
            return Err(self.xml.wrong(source, reason));
        }
        Ok(numbers[offset..].chunks(stride).take(count).map(|point| [point[0], point[1], point[2]]).collect())
    }

    /// The triangles of faces. Every n-th number in `<p>` is a corner, where n is the largest offset of an input plus one.
    fn faces(&self, faces: Node<'a, 'a>, count: usize, triangles: &mut Vec<[u32; 3]>) -> Result<(), Problem> {
        let (mut stride, mut place) = (1, None);
        for input in children(faces, "input") {
            let text = input.attribute("offset").unwrap_or("0");
            let offset: usize = text
                .parse()
                .ok()
                .filter(|offset| *offset < 1000)
                .ok_or_else(|| self.xml.wrong(input, "its offset is no small whole number"))?;
            stride = stride.max(offset + 1);
            if input.attribute("semantic") == Some("VERTEX") {
                place = Some(offset);
            }
        }
        let place = place.ok_or_else(|| self.xml.wrong(faces, "has no input with the semantic VERTEX"))?;
        let kind = faces.tag_name().name();
        let corners_of = |p: Node<'a, 'a>| -> Result<Vec<u32>, Problem> {
            let text = all_text(p);
            let words = text.split_ascii_whitespace().skip(place).step_by(stride);
            let corner = |word: &str| {
                let corner = word.parse::<u32>().ok().filter(|corner| (*corner as usize) < count);
                corner.ok_or_else(|| {
                    self.xml.wrong(
                        p,
                        format!("there is no vertex {:?}; the mesh has {count}, counted from 0", crate::quote::cut(word)),
                    )
                })
            };
            words.map(corner).collect()
        };
        if child(faces, "ph").is_some() {
            return Err(self.xml.wrong(faces, "this is COLLADA with polygons that have holes, which is not read"));
        }
        for p in children(faces, "p") {
            let corners = corners_of(p)?;
            match kind {
                "triangles" => triangles.extend(corners.chunks_exact(3).map(|face| [face[0], face[1], face[2]])),
                "polylist" => {
                    let counts = child(faces, "vcount").map(all_text).unwrap_or_default();
                    // Files that conform to the schema have one `<p>`.
                    self.take(counts.len(), p)?;
                    let mut rest = &corners[..];
                    for word in counts.split_ascii_whitespace() {
                        let polygon = word.parse().ok().and_then(|count| rest.split_at_checked(count));
                        let (polygon, after) =
                            polygon.ok_or_else(|| self.xml.wrong(p, "it has fewer corners than <vcount> says"))?;
                        triangles.extend(fan(polygon));
                        rest = after;
                    }
                }
                "tristrips" => triangles.extend(corners.windows(3).enumerate().map(|(i, face)| match i % 2 {
                    0 => [face[0], face[1], face[2]],
                    _ => [face[1], face[0], face[2]],
                })),
                _ => triangles.extend(fan(&corners)),
            }
        }
        Ok(())
    }
}

/// The text of an element, which comments may divide.
fn all_text(node: Node) -> String {
    node.children().filter(Node::is_text).filter_map(|text| text.text()).collect::<Vec<_>>().join("")
}
